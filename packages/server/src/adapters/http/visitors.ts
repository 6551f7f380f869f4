import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';

const DAY_MS = 86_400_000;
const MAX_VISITORS = 20_000;
const MAX_AGENT_LENGTH = 512;
/** Six bytes and five bits: as much as a JavaScript number holds. */
const LOW_FACTOR = 2 ** 32;
const HIGH_BITS = 0x1fffff;
const RETRY_MS = 1_000;

/** Tells the visitors of a day apart without knowing who they are. */
export interface Visitors {
  /**
   * The number of a visitor on the day of `nowMs`: the same for the same address and user agent, on this day only, in every process.
   * null: the key of the day could not be read. A promise where it has to be.
   */
  of(address: string, userAgent: string | undefined, nowMs: number): number | null | Promise<number | null>;
  close(): void;
}

interface Day {
  readonly number: number;
  readonly key: string;
  /** Hashing costs more than looking up. */
  readonly known: LRUCache<string, number>;
}

/**
 * Hashes address and user agent with a key that exists for a day: in memory here, and in one row of the database. Neither address nor
 * hash leads from one day to the next. Contract 2 section 10.
 */
export function createVisitors(
  findKey: (day: string) => Promise<string>,
  logger: Pick<Logger, 'warn'>,
): Visitors {
  let today: Day | null = null;
  let reading: { readonly number: number; readonly day: Promise<Day | null> } | null = null;
  let timer: NodeJS.Timeout | undefined;
  let retryMs = Number.NEGATIVE_INFINITY;

  async function read(number: number, nowMs: number): Promise<Day | null> {
    try {
      const key = await findKey(new Date(number * DAY_MS).toISOString().slice(0, 10));
      today = { number, key, known: new LRUCache({ max: MAX_VISITORS }) };
      clearTimeout(timer);
      // An idle process keeps no key of a day that is over.
      timer = setTimeout(
        () => {
          today = null;
        },
        (number + 1) * DAY_MS - nowMs,
      ).unref();
      return today;
    } catch (err) {
      logger.warn(
        { err },
        'the key of the visitors could not be read; unique clicks are not counted meanwhile',
      );
      retryMs = performance.now() + RETRY_MS;
      return null;
    } finally {
      reading = null;
    }
  }

  return {
    of(address, userAgent = '', nowMs) {
      const number = Math.floor(nowMs / DAY_MS);
      const visitor = `${address} ${userAgent.slice(0, MAX_AGENT_LENGTH)}`;
      if (today?.number === number) return numberOf(today, visitor);
      if (reading === null) {
        if (performance.now() < retryMs) return null;
        reading = { number, day: read(number, nowMs) };
      }
      return reading.day.then((day) => (day === null ? null : numberOf(day, visitor)));
    },
    close: () => clearTimeout(timer),
  };
}

function numberOf({ key, known }: Day, visitor: string): number {
  let number = known.get(visitor);
  if (number === undefined) {
    const digest = hash('sha256', `${key} ${visitor}`, 'buffer');
    number = (digest.readUInt32BE(0) & HIGH_BITS) * LOW_FACTOR + digest.readUInt32BE(4);
    known.set(visitor, number);
  }
  return number;
}
