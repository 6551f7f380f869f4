import { asObject, type Json, nameAt, objectAt } from '../../payments/read-json.js';

/** The objects in a field that is a list, or a page of one (`{ data: […] }`). */
export function objectsAt(object: Json, field: string): readonly Json[] {
  const value = object[field];
  const list = Array.isArray(value) ? value : asObject(value)?.data;
  return Array.isArray(list) ? list.map(asObject).filter((one) => one !== null) : [];
}

/** The ids in a field that is a list; objects in it are left out. */
export function idsAt(object: Json, field: string): readonly string[] {
  const list = object[field];
  if (!Array.isArray(list)) return [];
  return list.map((id) => nameAt({ id }, 'id')).filter((id) => id !== null);
}

/** The id in a field, which holds the id itself or, when expanded, the object with that id. */
export function idAt(object: Json, field: string): string | null {
  const expanded = objectAt(object, field);
  return expanded === null ? nameAt(object, field) : nameAt(expanded, 'id');
}

/**
 * The sum of an amount over a list of objects, parts below zero included (a credit for what was not used); null where
 * there is no list. The sum may be below zero, too.
 */
export function sumAt(object: Json, list: string, field: string): number | null {
  if (!Array.isArray(object[list])) return null;
  return objectsAt(object, list).reduce((sum, one) => {
    const part = one[field];
    return typeof part === 'number' && Number.isSafeInteger(part) ? sum + part : sum;
  }, 0);
}

/** Unix seconds as milliseconds, or null. */
export function timeMs(value: unknown): number | null {
  const isTime = typeof value === 'number' && Number.isInteger(value) && value > 0 && value < 1e11;
  return isTime ? value * 1000 : null;
}
