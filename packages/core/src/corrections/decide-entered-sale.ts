import { customerByKey, NO_CREDIT, newVisitor } from '../attribution/attribution.js';
import type { SaleCommand } from '../commands.js';
import { decideSale } from '../commission/decide-sale.js';
import { type Decision, type NewId, refuse } from '../decision.js';
import { type Effect, type Facts, indexCustomer } from '../facts.js';
import { NO_FRAUD_CHECKS } from '../fraud/flags.js';
import type { Customer, Enrollment, Program } from '../model.js';
import { planAssignment } from './plan-assignment.js';

/** A sale that nobody reported, as a person enters it for a partner. */
export interface EnteredSale {
  /** As an API caller would send it, with a customer key and without a click. */
  readonly command: SaleCommand;
  /** The partner's relationship with the program, which is in the facts, too. */
  readonly enrollment: Enrollment;
  /** What the person writes, and who it is. */
  readonly note: string;
  readonly by: string;
}

/**
 * Decides a sale that a person enters: like every sale, except that it is the named partner's. A customer who is unknown, or
 * credited to nobody, is assigned to them; one who is credited to another partner stays with that one for all other sales.
 * Contract 2 section 12.
 */
export function decideEnteredSale(entered: EnteredSale, facts: Facts, newId: NewId): Decision {
  const { command } = entered;
  const { programId, workspaceId } = command.caller;
  const program = facts.programs.get(programId);
  const known = customerByKey(facts, workspaceId, command.customerKey, false);
  if (program === undefined || (known !== null && known.programId !== programId))
    return refuse('customer_other_program');
  const { customer, effects: assigned } = creditCustomer(entered, program, known, newId);
  const { outcome, effects } = decideSale(command, factsFor(facts, program, customer), newId);
  if (known === null || assigned.length > 0) return { outcome, effects: [...assigned, ...effects] };
  const { enrollmentId, partnerId, linkId, codeId } = known;
  return {
    outcome,
    effects: effects.map((effect) =>
      effect.kind === 'customer'
        ? { ...effect, customer: { ...effect.customer, enrollmentId, partnerId, linkId, codeId } }
        : effect,
    ),
  };
}

/** The customer as the sale finds them: credited to the partner, for good where nobody else is. */
function creditCustomer(
  { command, enrollment, note, by }: EnteredSale,
  program: Program,
  known: Customer | null,
  newId: NewId,
): { readonly customer: Customer; readonly effects: readonly Effect[] } {
  if (known !== null && known.enrollmentId !== null) {
    if (known.enrollmentId === enrollment.id) return { customer: known, effects: [] };
    const { id: enrollmentId, partnerId } = enrollment;
    return { customer: { ...known, enrollmentId, partnerId, linkId: null, codeId: null }, effects: [] };
  }
  const { customerKey, atMs } = command;
  const naming = () => ({ id: newId(), customerKey, testMode: false, namedBy: 'server', atMs }) as const;
  const { customer, change } = planAssignment({
    customer: known ?? newVisitor(program, NO_CREDIT, naming()),
    program,
    enrollment,
    codeNames: new Map(),
    earnedHeldAtMs: null,
    sales: [],
    movesSales: false,
    note,
    by,
    atMs,
    newId,
  });
  const effects: Effect[] = [{ kind: 'customer', customer, isNew: known === null }];
  if (change !== null) effects.push({ kind: 'credit_change', change });
  return { customer, effects };
}

/** The facts with the customer as they are now, and without checks: a person vouches for the sale. The facts given stay as they are. */
function factsFor(facts: Facts, program: Program, customer: Customer): Facts {
  const next: Facts = {
    ...facts,
    programs: new Map(facts.programs).set(program.id, { ...program, fraud: NO_FRAUD_CHECKS }),
    customers: new Map(facts.customers),
    customerByKey: new Map(facts.customerByKey),
    customerByClick: new Map(facts.customerByClick),
  };
  indexCustomer(next, customer);
  return next;
}
