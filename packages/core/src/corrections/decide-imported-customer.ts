import { newVisitor } from '../attribution/attribution.js';
import type { NewId } from '../decision.js';
import type { Effect } from '../facts.js';
import type { Customer, Enrollment, Lead, Program } from '../model.js';

/** A customer whom a partner brought to another system, before the program was kept here. */
export interface ImportedCustomer {
  readonly program: Program;
  readonly enrollment: Pick<Enrollment, 'id' | 'partnerId'>;
  readonly customerKey: string;
  readonly email: string | null;
  /** When they signed up there. */
  readonly signedUpAtMs: number;
}

/**
 * A customer of another system as they are here: credited to the partner who brought them there, and signed up then, so that what they
 * pay from now on earns by the rule. The lead itself earns nothing: it was the other system's. Contract 2 section 15.
 */
export function decideImportedCustomer(
  { program, enrollment, customerKey, email, signedUpAtMs: atMs }: ImportedCustomer,
  newId: NewId,
): { readonly customer: Customer; readonly effects: readonly Effect[] } {
  const credit = {
    enrollmentId: enrollment.id,
    partnerId: enrollment.partnerId,
    linkId: null,
    click: null,
    codeId: null,
    dimensions: null,
    clickEvidence: null,
  };
  const naming = { id: newId(), customerKey, testMode: false, namedBy: 'server', atMs } as const;
  const customer: Customer = {
    ...newVisitor(program, credit, naming),
    status: 'lead',
    email,
    leadAtMs: atMs,
  };
  const lead: Lead = {
    id: newId(),
    programId: program.id,
    customerId: customer.id,
    partnerId: enrollment.partnerId,
    linkId: null,
    testMode: false,
    source: 'server',
    reward: null,
    customerKey,
    creditCodeId: null,
    uncreditedReason: null,
    dimensions: null,
    code: null,
    codeResult: null,
    additionalData: null,
    occurredAtMs: atMs,
  };
  const increment = {
    programId: program.id,
    atMs,
    partnerId: enrollment.partnerId,
    linkId: 0,
    currency: program.currency,
    dimensions: null,
    leads: 1,
  };
  return {
    customer,
    effects: [
      { kind: 'customer', customer, isNew: true },
      { kind: 'lead', lead },
      { kind: 'totals', increment },
    ],
  };
}
