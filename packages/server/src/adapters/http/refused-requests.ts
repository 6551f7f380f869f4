import type { ErrorCode } from '@svc/contract';
import type { Caller, Command } from '@svc/core';
import type { Logger } from 'pino';
import {
  REDIRECT_FOLLOWED,
  REDIRECT_REPORTED,
  type RefusedRequests,
  type RefusedSource,
  TEST_MODE_IGNORED,
} from '../../features/integration/refused-tracking.js';
import { isStorable } from '../../operations/storable.js';

const DEFAULT_WRITE_EVERY_MS = 1_000;
/** Between two writes. What comes beyond is not noted: whoever looks has seen enough. */
const MOST_SOURCES = 1_000;
const MOST_OF_SOURCE = 50;
const MOST_CHARACTERS = 200;
const HOUR_MS = 3_600_000;

/** A request to a tracking route that was refused. */
export interface RefusedRequest {
  readonly event: Exclude<Command['kind'], 'payment'>;
  readonly code: ErrorCode;
  readonly caller: Caller | null;
  /** What was asked for; null: its body was not usable. */
  readonly command: Command | null;
  readonly atMs: number;
}

/** A real event whose `test_mode` was not `true`. */
export interface IgnoredTestMode extends Omit<RefusedRequest, 'code'> {
  readonly value: string;
}

/** A visit to a redirect link that leads nowhere. */
export interface RefusedVisit {
  /** The program of the link or of the link domain; null: not known. */
  readonly programId: number | null;
  /** The name that was asked for. */
  readonly value: string;
  readonly atMs: number;
}

/** A visit through a redirect link: recorded by the redirect, or reported by its page. */
export interface RedirectVisit {
  readonly shortLinkKey: string;
  readonly step: 'followed' | 'reported';
  readonly atMs: number;
}

/** What of the tracking requests was refused, for those who integrate a program. */
export interface RefusedRequestLog {
  /** Counts a refused request in memory. */
  note(request: RefusedRequest): void;
  /** Counts it likewise, and warns in the log once for each program and hour. */
  noteTestMode(event: IgnoredTestMode): void;
  /** Counts a visit to a redirect link that is unknown or inactive. */
  noteLink(visit: RefusedVisit): void;
  /** Counts a visit through a redirect link, without an allocation where the link has been counted since the last write. */
  noteRedirect(visit: RedirectVisit): void;
  /** Writes what was noted, for the last time. */
  close(): Promise<void>;
}

type Added = Pick<RefusedRequests, 'event' | 'code' | 'value'> & { readonly atMs: number };
type Noted = Omit<RefusedRequests, 'count' | 'lastMs'> & { count: number; lastMs: number };

/**
 * Counts refused requests in memory and writes them with one statement a second at most (1,000 ms after the first), so that no request
 * waits for it. Contract 2, section 17.
 */
export function createRefusedRequestLog(
  record: (refused: readonly RefusedRequests[]) => Promise<readonly string[]>,
  logger: Pick<Logger, 'warn'>,
  writeEveryMs = DEFAULT_WRITE_EVERY_MS,
): RefusedRequestLog {
  let noted = new Map<string, Map<string, Noted>>();
  const visits = createVisitCounts();
  const warnOfTestMode = createTestModeWarning(logger);
  const warnOfLinks = createLinkWarning(logger);
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();

  async function write(): Promise<void> {
    timer = undefined;
    const refused = [...noted.values()].flatMap((ofSource): RefusedRequests[] => [...ofSource.values()]);
    refused.push(...visits.take());
    noted = new Map();
    if (refused.length === 0) return;
    try {
      warnOfLinks(await record(refused), refused);
    } catch (err) {
      // It only helps people who look for a mistake, so it is not kept until the database is back.
      logger.warn({ err, refused: refused.length }, 'refused tracking requests could not be written');
    }
  }

  /** One write at a time. */
  function writeNow(): Promise<void> {
    writing = writing.then(write);
    return writing;
  }

  function add(source: RefusedSource, { event, code, value: whole, atMs }: Added): void {
    // Cut after whole characters.
    const value = whole.slice(0, MOST_CHARACTERS).toWellFormed();
    const ofSource = entryOf(noted, JSON.stringify(source), MOST_SOURCES, () => new Map<string, Noted>());
    const create = () => ({ source, event, code, value, count: 0, lastMs: atMs });
    const one = ofSource && entryOf(ofSource, `${event} ${code} ${value}`, MOST_OF_SOURCE, create);
    if (one === undefined) return;
    one.count += 1;
    one.lastMs = Math.max(one.lastMs, atMs);
    timer ??= setTimeout(writeNow, writeEveryMs).unref();
  }

  return {
    note(request) {
      const source = sourceOf(request);
      if (source === null || isTest(request)) return;
      add(source, { ...request, value: refusedValue(request) });
    },
    noteTestMode(ignored) {
      const source = sourceOf({ ...ignored, code: 'additional_data_invalid' });
      if (source === null) return;
      add(source, { ...ignored, code: TEST_MODE_IGNORED });
      warnOfTestMode(source, ignored);
    },
    noteLink({ programId, value, atMs }) {
      if (!isStorable(value)) return;
      add(linkSource(programId, value), { event: 'click', code: 'link_not_found', value, atMs });
    },
    noteRedirect(visit) {
      visits.count(visit);
      timer ??= setTimeout(writeNow, writeEveryMs).unref();
    },
    async close() {
      clearTimeout(timer);
      await writeNow();
    },
  };
}

/** Warns once for each program and hour of real events whose `test_mode` is not `true`. */
function createTestModeWarning(logger: Pick<Logger, 'warn'>) {
  const isFirst = createHourlyFilter();
  return (source: RefusedSource, { event, value, atMs }: IgnoredTestMode): void => {
    if (!isFirst(JSON.stringify(source), atMs)) return;
    logger.warn(
      { ...source, event, test_mode: value },
      'test_mode is not true, so the event is real: send additional_data {"test_mode": true} for a test event',
    );
  };
}

/** Warns the operator of links that no program has: no workspace can be shown what may be meant for another one. */
function createLinkWarning(logger: Pick<Logger, 'warn'>) {
  const isFirst = createHourlyFilter();
  return (links: readonly string[], refused: readonly RefusedRequests[]): void => {
    for (const link of links) {
      const atMs = refused.find(({ value }) => value === link)?.lastMs ?? 0;
      if (isFirst(link, atMs))
        logger.warn({ link }, 'a visitor asked for a redirect link that no program has');
    }
  };
}

/** Counts visits through redirect links until they are taken. */
function createVisitCounts() {
  let visits = new Map<string, VisitCounts>();
  return {
    count({ shortLinkKey, step, atMs }: RedirectVisit): void {
      const counts = entryOf(visits, shortLinkKey, MOST_SOURCES, newVisits);
      if (counts === undefined) return;
      counts[step] += 1;
      counts.lastMs = atMs;
    },
    take(): RefusedRequests[] {
      const taken = [...visits].flatMap(requestsOfVisits);
      visits = new Map();
      return taken;
    },
  };
}

/** Visits through one redirect link since the last write. */
interface VisitCounts {
  followed: number;
  reported: number;
  lastMs: number;
}

const newVisits = (): VisitCounts => ({ followed: 0, reported: 0, lastMs: 0 });

function requestsOfVisits([shortLinkKey, counts]: readonly [string, VisitCounts]): RefusedRequests[] {
  const { followed, reported, lastMs } = counts;
  const one = { source: { shortLinkKey }, event: 'click', value: '', lastMs } as const;
  const all = [
    { ...one, code: REDIRECT_FOLLOWED, count: followed } as const,
    { ...one, code: REDIRECT_REPORTED, count: reported } as const,
  ];
  return all.filter(({ count }) => count > 0);
}

/** Returns a function that reports whether a name is new in its hour; beyond `MOST_SOURCES` names an hour none is. */
function createHourlyFilter(): (name: string, atMs: number) => boolean {
  let currentHour = 0;
  const known = new Set<string>();
  return (name, atMs) => {
    const hour = Math.floor(atMs / HOUR_MS);
    if (hour !== currentHour) {
      currentHour = hour;
      known.clear();
    }
    if (known.has(name) || known.size >= MOST_SOURCES) return false;
    known.add(name);
    return true;
  };
}

function linkSource(programId: number | null, name: string): RefusedSource {
  return programId === null ? { linkName: beginningOf(name) } : { programId };
}

/** The first word of a name: in `maria/pricing` or `maria,jane`, it may be a link. */
function beginningOf(name: string): string {
  return /^[\p{L}\p{N}\p{M}_-]*/u.exec(name)?.[0] ?? '';
}

/** The value of a key, made where there is room for one more. */
function entryOf<Value>(
  map: Map<string, Value>,
  key: string,
  most: number,
  create: () => Value,
): Value | undefined {
  const known = map.get(key);
  if (known !== undefined || map.size >= most) return known;
  const made = create();
  map.set(key, made);
  return made;
}

/** Test events and bots are nobody's visitors. */
function isTest({ command }: RefusedRequest): boolean {
  if (command === null || !('testMode' in command)) return false;
  return command.testMode || (command.kind === 'click' && command.bot);
}

/**
 * Whose request it was; null: nobody can say. A page whose origin is refused names a link with its click, and its program with its
 * lead; every other page belongs to the programs that allow its origin.
 */
function sourceOf({ code, caller, command }: RefusedRequest): RefusedSource | null {
  if (caller === null) return null;
  if (caller.mode === 'server') return { programId: caller.programId };
  if (command?.kind === 'click' && code !== 'link_not_found')
    return shortLinkSource(command.otherLinkKeys?.at(-1) ?? command.shortLinkKey);
  if (command?.kind === 'lead' && command.programId !== null) return { programId: command.programId };
  return code === 'origin_not_allowed' || caller.origin === null ? null : { origin: caller.origin };
}

/** No link can have a name that the database does not take. */
function shortLinkSource(shortLinkKey: string): RefusedSource | null {
  return isStorable(shortLinkKey) ? { shortLinkKey } : null;
}

function refusedValue({ code, caller, command }: RefusedRequest): string {
  if (code === 'origin_not_allowed' && caller?.mode === 'browser') return caller.origin ?? 'no origin';
  if (code !== 'link_not_found' || command?.kind !== 'click') return '';
  return isStorable(command.shortLinkKey) ? command.shortLinkKey : '';
}
