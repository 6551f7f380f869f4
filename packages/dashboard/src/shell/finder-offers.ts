import { useMe, useWorkspace } from '../session/session.js';
import { texts } from '../texts/finder-words.js';
import { actionsIn } from './finder-actions.js';
import {
  type SettingsPage,
  settingsOfAccount,
  settingsOfProgram,
  settingsOfWorkspace,
} from './finder-settings.js';
import type { Found } from './found.js';
import { addressOfItem, type NavigationGroup, PROGRAM_NAVIGATION } from './navigation.js';
import { type OfferedProgram, useOfferedPrograms } from './offered-programs.js';

/** Other words that people look for pages with, by their addresses in the navigation. */
const WORDS_FOR_PAGES: Readonly<Record<string, string>> = {
  '/p/$programId/assets': texts.wordsFor.assets,
  '/p/$programId/claims': texts.wordsFor.claims,
  '/p/$programId/cohorts': texts.wordsFor.cohorts,
  '/p/$programId/commissions': texts.wordsFor.commissions,
  '/p/$programId/customers': texts.wordsFor.customers,
  '/p/$programId/integration': texts.wordsFor.integration,
  '/p/$programId/payouts': texts.wordsFor.balances,
  '/p/$programId/reports': texts.wordsFor.reports,
  '/partner/$programId/assets': texts.wordsFor.assets,
  '/partner/$programId/claims': texts.wordsFor.claims,
  '/partner/$programId/details': texts.wordsFor.payoutDetails,
  '/partner/$programId/messages': texts.wordsFor.partnersMessages,
  '/partner/$programId/payouts': texts.wordsFor.partnersPayouts,
  '/w/$workspaceId': texts.wordsFor.balances,
  '/w/$workspaceId/audit': texts.wordsFor.auditLog,
  '/w/$workspaceId/events': texts.wordsFor.eventFeed,
  '/w/$workspaceId/members': texts.wordsFor.members,
  '/w/$workspaceId/processor': texts.wordsFor.paymentProvider,
  '/w/$workspaceId/seals': texts.wordsFor.seals,
  '/w/$workspaceId/security': texts.wordsFor.securityLog,
  '/w/$workspaceId/webhooks': texts.wordsFor.webhooks,
};

/** The pages, actions and settings that a query names: those of the program in the address, or of others under their names. */
export function useOffers({
  groups,
  params,
  programId,
  query,
}: {
  readonly groups: readonly NavigationGroup[];
  readonly params: Readonly<Record<string, string>>;
  readonly programId: string | undefined;
  readonly query: string;
}): {
  readonly pages: readonly Found[];
  readonly actions: readonly Found[];
  readonly settings: readonly Found[];
} {
  const permissions = useWorkspace()?.permissions ?? [];
  const programs = useOfferedPrograms(programId, query !== '');
  const settings = useSettings(params.workspaceId, programs, query);
  const elsewhere = programs.filter(({ name }) => name !== undefined);
  return {
    pages: [
      ...pagesIn(groups, params, query),
      ...elsewhere.flatMap((program) => pagesOfProgram(program, query)),
    ],
    actions: programs.flatMap(({ id, name }) =>
      actionsIn(id)
        .filter(({ label, words, needs }) => permissions.includes(needs) && hasWords(label, words, query))
        .map(({ label, to, search = {} }) => ({
          id: `action ${id} ${label}`,
          label,
          description: name,
          to,
          search,
        })),
    ),
    settings,
  };
}

function useSettings(
  workspaceId: string | undefined,
  programs: readonly OfferedProgram[],
  query: string,
): readonly Found[] {
  const permissions = useWorkspace()?.permissions ?? [];
  const { is_partner: partner, workspaces } = useMe();
  // All of them would hide the pages and actions from somebody who has not typed yet.
  if (query === '') return [];
  const findIn = (pages: readonly SettingsPage[], program?: string) =>
    pages
      .filter(({ needs }) => needs === undefined || permissions.includes(needs))
      .flatMap(({ to, description, settings }) =>
        settings
          .filter(({ label, words }) => hasWords(label, words, query))
          .map(({ label, hash }) => ({
            id: `setting ${to} ${label}`,
            label,
            description: [description, program].filter(Boolean).join(' · '),
            to,
            hash,
          })),
      );
  return [
    ...programs.flatMap(({ id, name }) => findIn(settingsOfProgram(id), name)),
    ...(workspaceId === undefined ? [] : findIn(settingsOfWorkspace(workspaceId))),
    ...findIn(settingsOfAccount({ partner, team: workspaces.length > 0 })),
  ];
}

function pagesOfProgram({ id, name }: OfferedProgram, query: string): readonly Found[] {
  const params = { programId: id };
  return pagesIn(PROGRAM_NAVIGATION, params, query).map((page) => ({
    ...page,
    id: `${page.id} ${id}`,
    description: name,
  }));
}

function pagesIn(
  groups: readonly NavigationGroup[],
  params: Readonly<Record<string, string>>,
  query: string,
): readonly Found[] {
  return groups.flatMap(({ label: group, items }) =>
    items
      .filter(({ label, to }) => hasWords(label, WORDS_FOR_PAGES[to], query))
      .map((item) => ({
        id: item.to,
        label: item.label,
        // A page that is called like its group needs no second word.
        description: group === item.label ? undefined : group,
        to: addressOfItem(item, params),
      })),
  );
}

/** Whether every word of a query is somewhere in a label, or begins one of its other words: "owe" does not mean "allowed". */
function hasWords(label: string, words: string | undefined, query: string): boolean {
  const within = label.toLowerCase();
  const others = ` ${words ?? ''}`.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => within.includes(word) || others.includes(` ${word}`));
}
