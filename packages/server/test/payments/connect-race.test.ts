import { newId, startStandIn } from '@svc/stand-in';
import { expect, onTestFinished, test } from 'vitest';
import { directPool, postgresEnv, startBuiltService } from '../guarantees/built-service.js';
import { newPostgresUrl } from '../support/engines.js';
import { seedProgram } from '../support/seed.js';
import {
  approveConnection,
  auditOf,
  connectionOf,
  pollStatus,
  returnTo,
  startWithKey,
} from './connect-support.js';

const ROUNDS = 12;

/** Two processes on one PostgreSQL, and a processor. */
async function startTwoProcesses() {
  const standIn = await startStandIn({ webhook: { url: '', secret: 'whsec_race' } });
  onTestFinished(() => standIn.close());
  const databaseUrl = await newPostgresUrl();
  const pool = await directPool(databaseUrl);
  const env = {
    ...postgresEnv(databaseUrl),
    PROCESSOR_SECRET_KEY: 'sk_test_platform',
    PROCESSOR_CLIENT_ID: 'ca_platform',
    PROCESSOR_API_BASE: standIn.baseUrl,
    PROCESSOR_CONNECT_BASE: standIn.baseUrl,
  };
  const services = await Promise.all([startBuiltService(env), startBuiltService(env)]);
  return { pool, standIn, services };
}

test('of two accounts that keys connect at the same moment in two processes, one is connected', {
  timeout: 300_000,
}, async () => {
  const { pool, standIn, services } = await startTwoProcesses();
  for (let round = 0; round < ROUNDS; round++) {
    const program = await seedProgram(pool);
    const sessions = [];
    for (const service of services) {
      standIn.nextAccount = newId('acct');
      const started = await startWithKey(service, program);
      sessions.push({
        service,
        started,
        account: standIn.nextAccount,
        search: await approveConnection(started),
      });
    }
    const pages = await Promise.all(sessions.map(({ service, search }) => returnTo(service, search)));
    expect(pages.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const winner = sessions[pages[0]?.status === 200 ? 0 : 1];
    expect(await connectionOf(pool, program)).toBe(`connected ${winner?.account}`);
    const statuses = await Promise.all(
      sessions.map(({ started }, index) => pollStatus(services[1 - index] ?? services[0], started)),
    );
    expect(statuses.toSorted()).toEqual(['connected', 'denied']);
    const actions = (await auditOf(pool, program)).map(({ action }) => action);
    expect(actions.toSorted()).toEqual([
      'processor.connect',
      'processor.connect',
      'processor.connected',
      'processor.denied',
    ]);
  }
});

test('of two returns with one state at the same moment in two processes, one is taken', {
  timeout: 300_000,
}, async () => {
  const { pool, standIn, services } = await startTwoProcesses();
  for (let round = 0; round < ROUNDS; round++) {
    const program = await seedProgram(pool);
    standIn.nextAccount = newId('acct');
    const search = await approveConnection(await startWithKey(services[0], program));
    const pages = await Promise.all(services.map((service) => returnTo(service, search)));
    expect(pages.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    expect(await connectionOf(pool, program)).toBe(`connected ${standIn.nextAccount}`);
  }
});
