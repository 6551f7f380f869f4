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

function valueAt(metadata: Json, key: string): string | null {
  const value = nameAt(metadata, key);
  return value === null || value.trim() === '' || MISSING.has(value) ? null : value;
}

/** The keys in one metadata; null when it has none of them. A program id is all digits or counts as missing. */
function keysIn(metadata: Json | null): Omit<SaleKeys, 'code'> | null {
  if (metadata === null) return null;
  const programId = valueAt(metadata, 'program_id');
  const customerKey = valueAt(metadata, 'svc_customer_key');
  const clickId = valueAt(metadata, 'svc_click_id');
  if (programId === null && customerKey === null && clickId === null) return null;
  const isNumber = programId !== null && /^\d{1,15}$/.test(programId);
  return { programId: isNumber ? Number(programId) : null, customerKey, clickId };
}

/** The keys of the first metadata that has any, and the code of the first that has one. Contract section 4, contract 2 section 11. */
export function firstKeys(candidates: readonly (Json | null)[]): SaleKeys {
  const codes = candidates.map((candidate) => candidate && valueAt(candidate, 'svc_code'));
  const code = codes.find((one) => one !== null)?.trim() ?? null;
  for (const candidate of candidates) {
    const keys = keysIn(candidate);
    if (keys !== null) return { ...keys, code };
  }
  return { programId: null, customerKey: null, clickId: null, code };
}

/** Whether a sale could be credited by these keys. */
export function areComplete(keys: SaleKeys): boolean {
  return keys.programId !== null && (keys.customerKey !== null || keys.clickId !== null);
}
