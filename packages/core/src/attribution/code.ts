import type { LeadCommand, SaleCommand } from '../commands.js';
import { codeIndex, type Facts, inProgram } from '../facts.js';
import type { AttributionPrecedence, CarriedCode, Code, Customer, NewCredit } from '../model.js';
import { linkKeysIn } from './referral.js';

/** A code as a command carries it: what was sent, and where it leads. */
export type FoundCode =
  | { readonly sent: string; readonly code: Code; readonly nowhere: null }
  | {
      readonly sent: string;
      readonly code: null;
      readonly nowhere: 'unknown' | 'inactive' | 'partner_not_approved';
    };

const CODE = /^[A-Za-z0-9._-]{2,64}$/;

/** Whether a text can be a code: 2 to 64 letters, digits, `-`, `_` and `.`. */
export function isCode(text: string): boolean {
  return CODE.test(text);
}

/**
 * The codes that a text can mean, the literal one first: at most two, of which one is usual. Those who paste a code bring along punctuation, and
 * characters that look like those of the code.
 */
export function codesIn(text: string): readonly string[] {
  const literal = isCode(text) ? [text] : [];
  if (/^[a-z0-9].*[a-z0-9]$/i.test(text) && literal.length > 0) return literal;
  const pasted = linkKeysIn(text).at(-1) ?? '';
  return isCode(pasted) && pasted !== text ? [...literal, pasted] : literal;
}

/**
 * Where the code of a command leads, if it carries one: by its text, else by the first discount that belongs to a code. One that is
 * turned off, or whose partner is not approved, leads nowhere, and the command counts as having none. Contract 2 section 11.
 */
export function findCode(
  facts: Facts,
  programId: number,
  command: Pick<LeadCommand, 'code'> & Partial<Pick<SaleCommand, 'discountIds'>>,
): FoundCode | null {
  const { code: sent, discountIds = [] } = command;
  const named =
    sent === null
      ? undefined
      : firstOf(codesIn(sent).map((one) => facts.codes.get(codeIndex(programId, one))));
  const discounts = named === undefined ? discountIds : [];
  const code = named ?? firstOf(discounts.map((id) => facts.codesByDiscount.get(inProgram(programId, id))));
  if (code === undefined) return sent === null ? null : { sent, code: null, nowhere: 'unknown' };
  const text = named === undefined ? code.code : (sent ?? code.code);
  if (!code.isActive) return { sent: text, code: null, nowhere: 'inactive' };
  if (code.enrollmentStatus !== 'approved')
    return { sent: text, code: null, nowhere: 'partner_not_approved' };
  return { sent: text, code, nowhere: null };
}

function firstOf<Value>(values: readonly (Value | undefined)[]): Value | undefined {
  return values.find((value) => value !== undefined);
}

/** What a code did to its customer: created them, credited them, or nothing. */
export type CodeEffect = 'created' | 'credited' | null;

/** The credit that a code gives: its partner's, by no click. */
export function creditOfCode({ enrollmentId, partnerId, linkId, id }: Code): NewCredit {
  return { enrollmentId, partnerId, linkId, click: null, codeId: id, dimensions: null, clickEvidence: null };
}

/**
 * What to remember of the code that a lead or a sale carried. `did` is what it did to the customer, `customer` is as they are with it, and
 * `precedence` says whose a sale is of a customer whom another partner has; a lead is always the customer's partner's.
 */
export function carriedCode(
  found: FoundCode | null,
  customer: Customer,
  { did, precedence }: { readonly did: CodeEffect; readonly precedence: AttributionPrecedence },
): CarriedCode {
  if (found === null) return { code: null, codeResult: null };
  const { sent: code } = found;
  if (found.code === null) return { code, codeResult: found.nowhere };
  if (did !== null) return { code, codeResult: did };
  if (found.code.partnerId === customer.partnerId) return { code, codeResult: 'same_partner' };
  return { code, codeResult: precedence === 'code' ? 'preferred' : 'kept' };
}
