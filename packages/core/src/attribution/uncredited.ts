import type { LeadCommand, PaidCommand, Refusal, SaleCommand } from '../commands.js';
import { type Decision, refuse } from '../decision.js';
import type { Facts } from '../facts.js';
import type { UncreditedReason, UncreditedReport } from '../model.js';
import { isClickInWindow } from './click-id.js';
import type { FoundCode } from './code.js';
import { windowEndMs } from './find-sale-customer.js';
import { carriesOurs, lacksMetadata } from './payer.js';

interface ProgramKey {
  readonly id: number;
  readonly workspaceId: number;
}

/** What is wrong with what a lead or a sale brought to be credited by. A click counts before a code, as for the credit. */
export function whyUncredited(
  { clickId }: Pick<LeadCommand, 'clickId'>,
  facts: Facts,
  program: ProgramKey,
  code: FoundCode | null,
  atMs: number,
): UncreditedReason {
  if (clickId !== null) {
    const click = facts.clicks.get(clickId);
    if (click === undefined || click.workspaceId !== program.workspaceId) return 'unknown_click';
    if (click.programId !== program.id) return 'other_program';
    if (!isClickInWindow(click.clickedMs, click.cookieWindowDays, atMs)) return 'click_expired';
  }
  if (code?.code === null)
    return code.nowhere === 'partner_not_approved' ? 'partner_not_approved' : 'unknown_code';
  return 'no_click';
}

/** What each refusal about customer, attribution or relationship says by itself; null: what the command brought says it. */
const REASONS: Partial<Record<Refusal, UncreditedReason | null>> = {
  lead_ids_missing: null,
  lead_customer_not_found: null,
  sale_customer_not_found: null,
  customer_other_program: 'other_program',
  sale_no_attribution: 'other_program',
  sale_no_relationship: 'no_relationship',
  sale_no_partner: 'no_relationship',
};

/** Refuses a lead, and reports it where nobody could be credited with it. */
export function refuseLead(
  refusal: Refusal,
  command: LeadCommand,
  facts: Facts,
  program: ProgramKey,
  code: FoundCode | null,
): Decision {
  const { testMode, clickId, customerKey, occurredAtMs, atMs } = command;
  const reason = reasonOf(refusal, command, facts, program, code, occurredAtMs ?? atMs);
  const reference = customerKey ?? clickId ?? command.code;
  if (testMode || reason === null || reference === null) return refuse(refusal);
  const report: UncreditedReport = {
    workspaceId: program.workspaceId,
    programId: program.id,
    kind: 'lead',
    reference,
    reason,
    customerKey,
    clickId,
    code: command.code,
    amountCents: null,
    currency: null,
    taxCents: null,
    items: null,
    occurredAtMs: occurredAtMs ?? atMs,
    reportedAtMs: atMs,
  };
  return { ...refuse(refusal), effects: [{ kind: 'uncredited', report }] };
}

/** The report of a sale that was refused; null: it was refused for something else, or is a test. */
export function reportOfSale(
  refusal: Refusal,
  command: SaleCommand,
  facts: Facts,
  code: FoundCode | null,
): UncreditedReport | null {
  const { caller, testMode, clickId, customerKey, occurredAtMs, atMs } = command;
  const { workspaceId, programId } = caller;
  const program = facts.programs.get(programId);
  const reason = reasonOf(
    refusal,
    { clickId: clickId ?? command.payer?.clientReference ?? null },
    facts,
    { id: programId, workspaceId },
    code,
    windowEndMs(command),
  );
  if (testMode || reason === null || program === undefined) return null;
  const isMissed = lacksMetadata(command, facts);
  if (!isMissed && !carriesOurs(command)) return null;
  return {
    workspaceId,
    programId,
    kind: 'sale',
    reference: command.transactionId,
    reason: isMissed ? 'no_metadata' : reason,
    customerKey,
    clickId,
    code: code?.sent ?? command.code,
    amountCents: command.amountCents,
    currency: command.currency ?? program.currency,
    taxCents: command.taxCents,
    items: command.items,
    occurredAtMs: occurredAtMs ?? atMs,
    reportedAtMs: atMs,
  };
}

/** The report of a payment for which no program is named, and several come into question. */
export function reportWithoutProgram(command: PaidCommand): UncreditedReport {
  const { caller, occurredAtMs, atMs } = command;
  return {
    workspaceId: caller.workspaceId,
    programId: null,
    kind: 'sale',
    reference: command.transactionId,
    reason: 'no_program',
    customerKey: command.customerKey,
    clickId: command.clickId,
    code: command.code,
    amountCents: command.amountCents,
    currency: command.currency,
    taxCents: command.taxCents,
    items: command.items,
    occurredAtMs: occurredAtMs ?? atMs,
    reportedAtMs: atMs,
  };
}

function reasonOf(
  refusal: Refusal,
  command: Pick<LeadCommand, 'clickId'>,
  facts: Facts,
  program: ProgramKey,
  code: FoundCode | null,
  atMs: number,
): UncreditedReason | null {
  const said = REASONS[refusal];
  if (said === undefined) return null;
  const brought = whyUncredited(command, facts, program, code, atMs);
  // A customer credited to nobody: what this sale brought could have credited them, so its fault is the one to mend.
  if (said === 'no_relationship' && brought !== 'no_click') return brought;
  return said ?? brought;
}
