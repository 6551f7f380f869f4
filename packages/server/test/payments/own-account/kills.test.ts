import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { EndpointStep } from '../../../src/payments/connections/endpoint.js';
import { engines } from '../../support/engines.js';
import { ask } from '../../support/management.js';
import {
  type Company,
  connect,
  endpointsOf,
  openCompany,
  type Place,
  processed,
  runWork,
  startPlace,
} from './support.js';

const CONNECTING: readonly EndpointStep[] = ['requested', 'made', 'stored'];
const DISCONNECTING: readonly EndpointStep[] = ['removed'];

describe.each(engines)('a process that ends while it connects or disconnects on %s', (engine) => {
  let place: Place;
  let company: Company;

  beforeAll(async () => {
    place = await startPlace(engine);
  });
  beforeEach(async () => {
    company = await openCompany(place);
    place.atStep = () => undefined;
    place.standIn.faults.length = 0;
  });
  afterAll(() => place.close());

  /** What the process does next fails, once. */
  function endAt(step: EndpointStep): void {
    place.atStep = (reached) => {
      if (reached !== step) return;
      place.atStep = () => undefined;
      throw new Error(`the process ended after ${step}`);
    };
  }

  const list = async () => (await ask(place.service, company.path, { cookie: company.cookie })).body.data;
  const createKey = () => place.standIn.createKey({ account: company.account, mode: 'live' });
  const remove = (id: number) =>
    ask(place.service, `${company.path}/${id}`, { method: 'DELETE', cookie: company.cookie });

  test.each(CONNECTING)('leaves exactly one endpoint, also when it ends after %s', async (step) => {
    endAt(step);
    await connect(place, company, createKey());
    await runWork(place);
    expect(await list()).toMatchObject([{ status: 'connected', webhook: { status: 'active' } }]);
    expect(endpointsOf(place, company)).toHaveLength(1);
    place.standIn
      .merchant(company.account)
      .buy({ mode: 'payment', amountCents: 100, metadata: { svc_customer_key: 'nobody' } });
    await processed(place);
    expect((await list())[0].last_event_at).not.toBeNull();
  });

  test('replaces the endpoint whose secret it lost, when the provider has forgotten the request', async () => {
    endAt('made');
    await connect(place, company, createKey());
    const [lost] = endpointsOf(place, company);
    await place.service.pool.query(
      `update payment_connections set endpoint_requested_at = now() - interval '2 days' where workspace_id = $1`,
      [company.workspaceId],
    );
    await runWork(place);
    const [found, ...others] = endpointsOf(place, company);
    expect(others).toEqual([]);
    expect(found?.id).not.toBe(lost?.id);
    expect(await list()).toMatchObject([{ status: 'connected' }]);
  });

  test('finds the endpoint again whose answer was lost on the way', async () => {
    place.standIn.faults.push({ kind: 'lost_answer', method: 'POST', path: /webhook_endpoints$/, times: 2 });
    await connect(place, company, createKey());
    await runWork(place);
    expect(await list()).toMatchObject([{ status: 'connected' }]);
    expect(endpointsOf(place, company)).toHaveLength(1);
  });

  test.each(DISCONNECTING)('can be repeated after %s and leaves nothing', async (step) => {
    const { body } = await connect(place, company, createKey());
    endAt(step);
    expect((await remove(body.id)).status).toBe(500);
    await runWork(place);
    expect(await remove(body.id)).toMatchObject({ status: 200, body: { not_removed: [] } });
    await runWork(place);
    expect(endpointsOf(place, company)).toEqual([]);
    expect(await list()).toEqual([]);
  });

  test('of two processes that connect one account at once, one does', async () => {
    const keys = [createKey(), createKey(), createKey()];
    const answers = await Promise.all(keys.map((key) => connect(place, company, key)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    await runWork(place);
    expect(await list()).toHaveLength(1);
    expect(endpointsOf(place, company)).toHaveLength(1);
  });

  test('of two processes that look after one connection at once, neither makes a second endpoint', async () => {
    endAt('requested');
    await connect(place, company, createKey());
    const [{ id }] = await list();
    const check = () =>
      ask(place.service, `${company.path}/${id}/check`, { method: 'POST', cookie: company.cookie, body: {} });
    await Promise.all([check(), check(), runWork(place)]);
    expect(await list()).toMatchObject([{ status: 'connected' }]);
    expect(endpointsOf(place, company)).toHaveLength(1);
  });
});
