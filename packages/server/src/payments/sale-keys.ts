import { type Json, nameAt } from './read-json.js';

/** Whose sale a payment is, by the metadata that the checkout's developer set. Specification section 6. */
export interface SaleKeys {
  readonly programId: number | null;
  readonly customerKey: string | null;
  readonly clickId: string | null;
  readonly code: string | null;
}

/** What careless templates write for a value they do not have. */
const MISSING = new Set(['undefined', 'null', 'None', 'NaN']);

/** Numbers are read like their digits. */
function valueAt(metadata: Json, key: string): string | null {
  const given = metadata[key];
  const value = Number.isSafeInteger(given) ? String(given) : nameAt(metadata, key);
  return value === null || value.trim() === '' || MISSING.has(value) ? null : value;
}

/**
 * The keys of all places where metadata may be: each from the first place that has it. A program id is all digits, or counts as
 * missing.
 */
export function mergeKeys(places: readonly (Json | null)[]): SaleKeys {
  const first = (key: string) =>
    places.map((place) => place && valueAt(place, key)).find((value) => value != null) ?? null;
  const programId = first('program_id');
  const isNumber = programId !== null && /^\d{1,15}$/.test(programId);
  return {
    programId: isNumber ? Number(programId) : null,
    customerKey: first('svc_customer_key'),
    clickId: first('svc_click_id'),
    code: first('svc_code')?.trim() ?? null,
  };
}

/** Whether a sale could be credited by these keys. */
export function areComplete(keys: SaleKeys): boolean {
  return keys.programId !== null && (keys.customerKey !== null || keys.clickId !== null);
}
