import { expect, onTestFinished, test } from 'vitest';
import { openConfigured, untilReachable } from '../../src/service/reach-database.js';
import { newPostgresUrl } from '../support/engines.js';
import { freePort } from '../support/free-port.js';

function listener() {
  const lines: string[] = [];
  const keep = (...words: unknown[]) => void lines.push(String(words.at(-1)));
  return { lines, logger: { info: keep, warn: keep } };
}

async function tryDatabase(databaseUrl: string) {
  const { lines, logger } = listener();
  const database = await openConfigured({ databaseUrl, readUrl: null, dataDir: '' }, logger);
  onTestFinished(() => database.close());
  return { database, lines, logger };
}

test('a PostgreSQL that stays away is given up, with a log line for each attempt', async () => {
  const { database, lines, logger } = await tryDatabase(`postgres://svc@127.0.0.1:${await freePort()}/svc`);
  await expect(untilReachable(database, { logger, patienceMs: 1500 })).rejects.toThrow(
    'PostgreSQL could not be reached for 2 seconds (ECONNREFUSED); check DATABASE_URL and the server',
  );
  expect(lines.length).toBeGreaterThanOrEqual(2);
  expect(lines[0]).toMatch(/^PostgreSQL cannot be reached \(ECONNREFUSED\); trying for another \d s$/);
});

test('what waiting does not help is thrown at once', async () => {
  const url = new URL(await newPostgresUrl());
  url.pathname = '/nowhere';
  const { database, lines, logger } = await tryDatabase(url.href);
  await expect(untilReachable(database, { logger })).rejects.toThrow('database "nowhere" does not exist');
  expect(lines).toEqual([]);
});

test('waiting ends when it is aborted', async () => {
  const { database, logger } = await tryDatabase(`postgres://svc@127.0.0.1:${await freePort()}/svc`);
  const ending = new AbortController();
  const waiting = untilReachable(database, { logger, signal: ending.signal });
  ending.abort();
  await expect(waiting).rejects.toThrow('abort');
});
