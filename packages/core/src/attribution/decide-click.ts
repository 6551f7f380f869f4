import type { ClickCommand, ClickOutcome } from '../commands.js';
import { type Decision, refuse } from '../decision.js';
import type { Effect, Facts } from '../facts.js';
import type { Link } from '../model.js';
import { liveClick } from './attribution.js';
import { formatClickId } from './click-id.js';
import { dimensionsOf } from './dimensions.js';

/**
 * A visitor came through a partner's link. Link errors come before the question whether the caller may send clicks
 * for it. Bots are recorded and answered like anyone, and left out of the totals, as are test clicks. A redirect of the service
 * itself has no origin. Specification section 4, contract section 2, contract 2 section 10.
 */
export function decideClick(command: ClickCommand, facts: Facts): Decision {
  const link = facts.links.get(command.shortLinkKey) ?? otherLink(command, facts);
  if (link === undefined) return refuse('link_not_found');
  const { programId, partnerId, enrollmentId } = link;
  if (programId === null || partnerId === null) return refuse('link_invalid');
  if (enrollmentId === null || link.enrollmentStatus !== 'approved') return refuse('link_not_found');
  const { caller } = command;
  if (caller.mode === 'server') {
    if (caller.programId !== programId) return refuse('link_other_program');
  } else if (caller.mode === 'browser') {
    if (caller.origin === null || !link.allowedOrigins.has(caller.origin))
      return refuse('origin_not_allowed');
  }
  const known = redirectedClickId(command, facts, link);
  if (known !== null) return { outcome: clickOutcome(known, link, false), effects: [] };
  const { number, clickedMs } = command.key;
  const { testMode, bot, affiliateUrl, referrer, visitor, additionalData } = command;
  const dimensions = dimensionsOf(affiliateUrl, referrer);
  const click = {
    number,
    clickedMs,
    programId,
    enrollmentId,
    partnerId,
    linkId: link.id,
    testMode,
    bot,
    affiliateUrl,
    referrer,
    dimensions,
    visitor,
    additionalData,
  };
  const effects: Effect[] = [{ kind: 'click', click }];
  if (!testMode && !bot) {
    const increment = {
      programId,
      atMs: clickedMs,
      partnerId,
      linkId: link.id,
      currency: link.currency ?? '',
      dimensions,
      visitor,
      clicks: 1,
    };
    effects.push({ kind: 'totals', increment });
  }
  return { outcome: clickOutcome(formatClickId(command.key), link, bot), effects };
}

/** The link of an address that people or programs have changed on its way. */
function otherLink({ otherLinkKeys = [] }: ClickCommand, { links }: Facts): Link | undefined {
  const key = otherLinkKeys.find((one) => links.has(one));
  return key === undefined ? undefined : links.get(key);
}

function clickOutcome(clickId: string, { cookieWindowDays }: Link, bot: boolean): ClickOutcome {
  return { kind: 'click', clickId, cookieWindowDays: cookieWindowDays ?? 0, bot };
}

/**
 * The click that a redirect recorded for this very visit, if it is one of the same link and still counts: the page reports the
 * visit once more. A test click is always recorded.
 */
function redirectedClickId(command: ClickCommand, facts: Facts, link: Link): string | null {
  const { redirectClickId, testMode, key } = command;
  if (redirectClickId === null || testMode) return null;
  const click = liveClick(facts, redirectClickId, key.clickedMs);
  return click?.linkId === link.id ? redirectClickId : null;
}
