import { MAX_TAGS, normalizeTag } from '@svc/contract';
import { RefusedError } from '../../operations/refused-error.js';

/** Tags as they are stored, from what was sent: each once, in the order of their letters. Refused where one is none, or they are too many. */
export function readTags(typed: readonly string[]): string[] {
  const tags = new Set(typed.map(normalizeTag));
  if (tags.size > MAX_TAGS || tags.has(null)) throw new RefusedError('field_invalid', 'tags');
  return [...tags].filter((tag) => tag !== null).sort();
}
