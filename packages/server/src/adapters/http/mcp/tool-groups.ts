import type { Tool } from './tool.js';

/** Most tools of a session that names no group. Some agents take no more than 128 and refuse the whole list otherwise. */
const MAX_TOOLS = 128;

/** Tools of everyday questions and work, most used first: few enough for agents that take 40. Lists begin with them. */
const DAILY = [
  ...['explain', 'readReport', 'listSales', 'listCommissions', 'listPartners', 'listLinks', 'readDue'],
  ...['listPrograms', 'readProgram', 'readOverview', 'readAttention', 'readPartner', 'listCustomers'],
  ...['readCustomer', 'listPayouts', 'listPayoutRuns', 'readPayoutRun', 'readBalances', 'listClaims'],
  ...['readClaim', 'readUncredited', 'listEvents', 'listCodes', 'listRules', 'previewRule', 'invitePartner'],
  ...['updatePartner', 'createLink', 'createCode', 'answerClaim', 'holdCommission', 'releaseCommission'],
  ...['rejectCommission', 'createPayoutRun', 'markPayoutRunPaid', 'createAdjustment', 'assignCustomer'],
];

/** The nouns of paths whose tools are about partners and about money; every other tool is about the set-up. */
const NOUNS: Readonly<Record<'partners' | 'money', readonly string[]>> = {
  partners: [
    ...['partners', 'partner-counts', 'partner-tags', 'partner-messages', 'links', 'codes', 'groups'],
    ...['assets', 'claims', 'application-questions', 'invitations'],
  ],
  money: [
    ...[
      'sales',
      'commissions',
      'customers',
      'adjustments',
      'payouts',
      'payout-runs',
      'balances',
      'rules',
      'policy',
    ],
    ...[
      'report',
      'report.csv',
      'breakdown',
      'breakdown.csv',
      'cohorts',
      'cohorts.csv',
      'overview',
      'uncredited',
    ],
  ],
};

const GROUPS: Readonly<Record<string, (tool: Tool) => boolean>> = {
  reads: ({ annotations }) => annotations.readOnlyHint,
  daily: ({ name }) => DAILY.includes(name),
  partners: ({ noun }) => NOUNS.partners.includes(noun),
  money: ({ noun }) => NOUNS.money.includes(noun),
  setup: ({ noun }) => !Object.values(NOUNS).some((nouns) => nouns.includes(noun)),
};

/** The names of the groups, as `?only=` takes them. */
export const TOOL_GROUPS = Object.keys(GROUPS).join(', ');

/** Sorts tools: reads before writes, and of each those of everyday work first. */
export function sortTools(tools: readonly Tool[]): Tool[] {
  const rank = ({ name, noun, annotations }: Tool) => {
    const daily = DAILY.indexOf(name);
    const inGroup = daily >= 0 ? daily : DAILY.length + (NOUNS.money.includes(noun) ? 0 : 1);
    return (annotations.readOnlyHint ? 0 : 1_000) + inGroup;
  };
  return tools.toSorted((a, b) => rank(a) - rank(b));
}

/**
 * Returns the tools of a session. `only` names groups, with commas between them: a tool of any of them is offered; with `reads`, only
 * those that read. Without it the list has at most 128 tools; what does not fit is offered by its group. Null for an unknown group.
 */
export function selectTools(tools: readonly Tool[], only: string | undefined): readonly Tool[] | null {
  if (only === undefined) return tools.slice(0, MAX_TOOLS);
  const names = only.split(',').map((name) => name.trim());
  if (names.some((name) => !Object.hasOwn(GROUPS, name))) return null;
  const groups = names.filter((name) => name !== 'reads');
  return tools.filter(
    (tool) =>
      (!names.includes('reads') || GROUPS.reads?.(tool)) &&
      (groups.length === 0 || groups.some((name) => GROUPS[name]?.(tool))),
  );
}
