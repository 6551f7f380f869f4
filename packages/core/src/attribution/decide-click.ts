import type { ClickCommand } from '../commands.js';
import { type Decision, refuse } from '../decision.js';
import type { Effect, Facts } from '../facts.js';
import { formatClickId } from './click-id.js';

/**
 * A visitor came through a partner's link. Link errors come before the question whether the caller may send clicks
 * for it. Bots are recorded and answered like anyone, and left out of the totals, as are test clicks.
 * Specification section 4, contract section 2.
 */
export function decideClick(command: ClickCommand, facts: Facts): Decision {
  const link = facts.links.get(command.shortLinkKey);
  if (link === undefined) return refuse('link_not_found');
  const { programId, partnerId, enrollmentId } = link;
  if (programId === null || partnerId === null) return refuse('link_invalid');
  if (enrollmentId === null || link.enrollmentStatus !== 'approved') return refuse('link_not_found');
  const { caller } = command;
  if (caller.mode === 'server') {
    if (caller.programId !== programId) return refuse('link_other_program');
  } else if (caller.origin === null || !link.allowedOrigins.has(caller.origin)) {
    return refuse('origin_not_allowed');
  }
  const { number, clickedMs } = command.key;
  const { testMode, bot, affiliateUrl, referrer, additionalData } = command;
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
      clicks: 1,
    };
    effects.push({ kind: 'totals', increment });
  }
  const outcome = {
    kind: 'click' as const,
    clickId: formatClickId(command.key),
    cookieWindowDays: link.cookieWindowDays ?? 0,
    bot,
  };
  return { outcome, effects };
}
