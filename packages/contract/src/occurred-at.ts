import Type from 'typebox';
import { type Field, isGiven } from './fields.js';
import { parseIsoTime } from './iso-time.js';

/** Clocks that are a little ahead of ours must not cost an event; what they call the future is recorded as now. */
const CLOCK_SKEW_MS = 30_000;
/** PostgreSQL has no year 0, and nothing was ever reported to this service before 1970. */
const EARLIEST_MS = 0;

/** `occurred_at` of an event, in epoch milliseconds; null: not given, so it happens now. Contract section 2. */
export function occurredAtField(what: string): Field<number | null> {
  return {
    schema: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: `${what}, ISO 8601, not in the future; UTC when no offset is given. Default: now`,
    }),
    isRequired: false,
    read(given, _body, nowMs) {
      if (!isGiven(given)) return { value: null };
      const atMs = typeof given === 'string' ? parseIsoTime(given) : null;
      const isTaken = atMs !== null && atMs >= EARLIEST_MS && atMs <= nowMs + CLOCK_SKEW_MS;
      return isTaken ? { value: atMs } : { error: 'occurred_at_invalid' };
    },
  };
}
