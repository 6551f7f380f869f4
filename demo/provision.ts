import {
  ACCOUNT,
  CAST,
  type Cast,
  castOrigin,
  emailOf,
  OWNER,
  type Part,
  TIDYDESK,
  WORKSPACE,
} from './cast.js';

export interface ProvisionOptions {
  /** As it is at the beginning of this day of the history: a partner who is suspended later is still approved. */
  readonly day?: number;
  /** Where the demo shop is, which is Tidydesk's: the program allows it, and its links lead there. */
  readonly shopOrigin?: string;
}

/** The provision file of the demo: the workspace with its programs, partners and links, as they are now unless said otherwise. */
export function provisionText({ day = Number.POSITIVE_INFINITY, shopOrigin }: ProvisionOptions = {}): string {
  const workspace = {
    name: WORKSPACE,
    members: [{ ...OWNER, role: 'owner' }],
    processor: { status: 'connected', account_id: ACCOUNT, charges_enabled: true, payouts_enabled: true },
    programs: CAST.map((program) =>
      programEntry(program, day, program === TIDYDESK ? shopOrigin : undefined),
    ),
    links: [{ short_link: 'nowhere' }],
  };
  return `${JSON.stringify({ workspaces: [workspace] }, null, 2)}\n`;
}

function programEntry(program: Cast, day: number, shopOrigin: string | undefined) {
  const origin = shopOrigin ?? castOrigin(program);
  return {
    name: program.name,
    domain: program.domain,
    currency: program.currency,
    cookie_window_days: program.cookieWindowDays,
    hold_days: program.holdDays,
    api_token: program.apiToken,
    // The tour still comes from the program's own site.
    allowed_origins: [...new Set([castOrigin(program), origin])],
    commission: program.rule,
    partners: program.parts.map((part) => partnerEntry(part, day, origin)),
  };
}

function partnerEntry(part: Part, day: number, origin: string) {
  const isSuspended = part.suspendedOnDay !== undefined && day >= part.suspendedOnDay;
  return {
    email: emailOf(part.partner),
    name: part.partner,
    status: part.status ?? (isSuspended ? 'suspended' : 'approved'),
    ...(part.rule === undefined ? {} : { commission: part.rule }),
    links: [{ short_link: part.link, destination_url: `${origin}/` }],
  };
}
