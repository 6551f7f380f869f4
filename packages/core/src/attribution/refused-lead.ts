import type { LeadCommand } from '../commands.js';
import type { Effect, Facts } from '../facts.js';
import type { Customer } from '../model.js';
import { isClickInWindow } from './click-id.js';
import type { FoundCode } from './code.js';
import { isSameClick } from './unused-click.js';

/**
 * Notes a lead that was refused because its customer is known already, where another policy could have decided by it: where it could
 * have come before what made the customer or their key known or a server's word, and where a server names a click or a code by which they are not credited. Nothing is
 * noted of tests.
 *
 * @param customer as they are with the lead
 * @param signedUpMs to when the window of the click is counted
 * @param canComeFirst no lead has made the customer known, only pages have, or this lead brought their key
 */
export function noteRefusedLead(
  { caller, clickId, customerKey, testMode, atMs }: LeadCommand,
  facts: Facts,
  customer: Customer,
  found: FoundCode | null,
  { signedUpMs, canComeFirst }: { readonly signedUpMs: number; readonly canComeFirst: boolean },
): Effect[] {
  if (testMode || customer.testMode) return [];
  const named = clickId === null ? undefined : facts.clicks.get(clickId);
  const click = named?.programId === customer.programId ? named : null;
  const code = found?.code?.programId === customer.programId ? found : null;
  const isOtherClick =
    click !== null && !isSameClick(click, customer.click) && !isSameClick(click, customer.formerClick);
  const isOther = isOtherClick || (code !== null && code.code?.id !== customer.codeId);
  if (!canComeFirst && (caller.mode === 'browser' || !isOther)) return [];
  const refused = {
    programId: customer.programId,
    customerId: customer.id,
    source: caller.mode,
    namesKey: customerKey !== null,
    click: click && { number: click.number, clickedMs: click.clickedMs },
    enrollmentId: click?.enrollmentId ?? null,
    partnerId: click?.partnerId ?? null,
    linkId: click?.linkId ?? null,
    isExpired: click !== null && !isClickInWindow(click.clickedMs, click.cookieWindowDays, signedUpMs),
    code: code?.sent ?? null,
    occurredAtMs: signedUpMs,
    reportedAtMs: atMs,
  };
  return [{ kind: 'refused_lead', refused }];
}
