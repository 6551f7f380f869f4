import type { FastifyRequest } from 'fastify';
import { LIST_FORMATS, type ListFormat } from '../../../operations/list-file.js';

/**
 * The file that a request for a list asks for; null: a page as JSON. `format` in the query wins; one that does not exist is refused
 * with the rest of the input. `Accept` counts where a format is what it prefers: browsers that open the address get JSON.
 */
export function listFormatOf({
  query,
  headers,
}: Pick<FastifyRequest, 'query' | 'headers'>): ListFormat | null {
  const { format } = query as { format?: unknown };
  if (format !== undefined) return isFormat(format) ? format : null;
  const preferred = preferredType(headers.accept ?? '');
  const found = Object.entries(LIST_FORMATS).find(([, type]) => type === preferred);
  return found === undefined ? null : (found[0] as ListFormat);
}

function isFormat(value: unknown): value is ListFormat {
  return typeof value === 'string' && Object.hasOwn(LIST_FORMATS, value);
}

/** The first of the media types with the greatest weight. */
function preferredType(accept: string): string {
  let preferred = { type: '', weight: 0 };
  for (const one of accept.split(',')) {
    const [type = '', ...parameters] = one.split(';').map((part) => part.trim().toLowerCase());
    const given = parameters.find((parameter) => parameter.startsWith('q='));
    const weight = given === undefined ? 1 : Number(given.slice(2));
    if (weight > preferred.weight) preferred = { type, weight };
  }
  return preferred.type;
}
