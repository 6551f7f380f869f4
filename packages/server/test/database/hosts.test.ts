import { describe, expect, test } from 'vitest';
import { openHosts, readHosts } from '../../src/database/server/hosts.js';
import { isConnectionLost } from '../../src/database/transaction.js';
import { newEmptyPostgresUrl } from '../support/engines.js';
import { freePort } from '../support/free-port.js';

describe('the address of a database', () => {
  test.each([
    ['postgres://u:p@one:5432/svc', ['postgres://u:p@one:5432/svc']],
    ['postgresql://one/svc?sslmode=require', ['postgresql://one/svc?sslmode=require']],
    ['postgres:///svc?host=/run/postgresql', ['postgres:///svc?host=/run/postgresql']],
    [
      'postgres://u:p%2C@one:5432,two:5433/svc?sslmode=require',
      ['postgres://u:p%2C@one:5432/svc?sslmode=require', 'postgres://u:p%2C@two:5433/svc?sslmode=require'],
    ],
    ['postgres://one,two', ['postgres://one', 'postgres://two']],
  ])('%s names these hosts', (given, addresses) => {
    expect(readHosts(given)).toEqual(addresses);
  });

  test.each(['', 'one:5432', 'mysql://one/svc', 'postgres://one,/svc', 'postgres://one:port/svc'])(
    '%s is none',
    (given) => {
      expect(readHosts(given)).toBeNull();
    },
  );

  test('of two hosts chooses the one that answers, and says of both why there is none', async () => {
    const url = new URL(await newEmptyPostgresUrl());
    const withHosts = (...ports: readonly (string | number)[]) =>
      url.href.replace(url.host, ports.map((port) => `${url.hostname}:${port}`).join(','));
    const [gone, goneToo] = [await freePort(), await freePort()];
    const chosen = await openHosts(withHosts(gone, url.port), { anyState: false }).choose?.();
    expect(chosen).toEqual({ host: url.hostname, port: Number(url.port) });
    const error = await openHosts(withHosts(gone, goneToo), { anyState: false })
      .choose?.()
      .catch((reason: unknown) => reason);
    expect(isConnectionLost(error)).toBe(true);
    expect(String(error)).toMatch(new RegExp(`no database host takes writes .*${gone}.*${goneToo}`));
  });
});
