import { type Json, nameAt } from './read-json.js';

/** Whose sale a payment is, by the metadata that the checkout's developer set. Specification section 6. */
export interface SaleKeys {
  readonly programId: number | null;
  readonly customerKey: string | null;
  readonly clickId: string | null;
}

/** What careless templates write for a value they do not have. */
const MISSING = new Set(['undefined', 'null', 'None', 'NaN']);

function valueAt(metadata: Json, key: string): string | null {
  const value = nameAt(metadata, key);
  return value === null || value.trim() === '' || MISSING.has(value) ? null : value;
}

/** The keys in one metadata; null when it has none of them. A program id is all digits or counts as missing. */
function keysIn(metadata: Json | null): SaleKeys | null {
  if (metadata === null) return null;
  const programId = valueAt(metadata, 'program_id');
  const customerKey = valueAt(metadata, 'svc_customer_key');
  const clickId = valueAt(metadata, 'svc_click_id');
  if (programId === null && customerKey === null && clickId === null) return null;
  const isNumber = programId !== null && /^\d{1,15}$/.test(programId);
  return { programId: isNumber ? Number(programId) : null, customerKey, clickId };
}

/** The keys of the first metadata that has any. Contract section 4. */
export function firstKeys(candidates: readonly (Json | null)[]): SaleKeys {
  for (const candidate of candidates) {
    const keys = keysIn(candidate);
    if (keys !== null) return keys;
  }
  return { programId: null, customerKey: null, clickId: null };
}

/** Whether a sale could be credited by these keys. */
export function areComplete(keys: SaleKeys): boolean {
  return keys.programId !== null && (keys.customerKey !== null || keys.clickId !== null);
}
