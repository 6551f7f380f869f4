import { CAST, type Cast, emailOf, OWNER, originOf, type Part, WORKSPACE } from './cast.js';

/**
 * The provision file of the demo: the workspace with its programs, partners and links as they are at the beginning of
 * `day` of the history (a partner who is suspended later is still approved), or as they are now.
 */
export function provisionText(day = Number.POSITIVE_INFINITY): string {
  const workspace = {
    name: WORKSPACE,
    members: [{ ...OWNER, role: 'owner' }],
    programs: CAST.map((program) => programEntry(program, day)),
    links: [{ short_link: 'nowhere' }],
  };
  return `${JSON.stringify({ workspaces: [workspace] }, null, 2)}\n`;
}

function programEntry(program: Cast, day: number) {
  return {
    name: program.name,
    domain: program.domain,
    currency: program.currency,
    cookie_window_days: program.cookieWindowDays,
    hold_days: program.holdDays,
    api_token: program.apiToken,
    allowed_origins: [originOf(program)],
    commission: program.rule,
    partners: program.parts.map((part) => partnerEntry(program, part, day)),
  };
}

function partnerEntry(program: Cast, part: Part, day: number) {
  const isSuspended = part.suspendedOnDay !== undefined && day >= part.suspendedOnDay;
  return {
    email: emailOf(part.partner),
    name: part.partner,
    status: part.status ?? (isSuspended ? 'suspended' : 'approved'),
    ...(part.rule === undefined ? {} : { commission: part.rule }),
    links: [{ short_link: part.link, destination_url: `${originOf(program)}/` }],
  };
}
