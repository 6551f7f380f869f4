import type { NoticedEvents } from '@svc/contract';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { clickOf } from '../support/commands.js';
import { engines } from '../support/engines.js';
import { ask } from '../support/management.js';
import { seedProgram, uniqueName } from '../support/seed.js';
import { checkout, connectSender, platformSender } from './event-senders.js';
import { type Company, openCompany, type Place, startPlace } from './own-account/support.js';
import { openShop, SECRET } from './support.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
const unknownClick = () => ({ client_reference_id: `cust_9_${Date.now()}` });

interface Line {
  readonly level: number;
  readonly reason?: string;
  readonly msg: string;
}

describe.each(engines)('payment events that need attention, on %s', (engine) => {
  let place: Place;
  let company: Company;
  const lines: Line[] = [];
  const logger = pino({ level: 'warn' }, { write: (line: string) => lines.push(JSON.parse(line)) });

  beforeAll(async () => {
    place = await startPlace(engine, { webhookSecrets: [SECRET], logger });
  });
  beforeEach(async () => {
    place.aheadMs = 0;
    company = await openCompany(place);
    await place.service.pool.query(
      `with gone as (delete from processor_outcomes where workspace_id is null returning id)
       delete from processor_events e using gone where e.id = gone.id`,
    );
  });
  afterAll(() => place.close());

  async function attention(
    { cookie }: Pick<Company, 'cookie'>,
    programId: number,
    query = '',
  ): Promise<NoticedEvents[]> {
    const path = `/api/programs/${programId}/attention${query}`;
    return (await ask(place.service, path, { cookie })).body.payment_events;
  }

  async function statusOf({ apiKey }: { readonly apiKey: string }): Promise<NoticedEvents[]> {
    const headers = { authorization: `Bearer ${apiKey}` };
    return (await ask(place.service, '/api/v1/cli/status', { headers })).body.attention;
  }

  test('carry money and something that leads nowhere, and are counted by reason', async () => {
    const { send, connectionId } = await connectSender(place, company);
    const buy = (fields: object) => send('checkout.session.completed', checkout({ ...fields }));
    await buy(unknownClick());
    await buy(unknownClick());
    await buy({ metadata: { svc_code: 'NOPE' } });
    const clickEvents = {
      reason_code: 'click_unknown',
      connection_id: connectionId,
      count: 2,
      latest_at: TIME,
      message: expect.stringContaining('no click has this id'),
      fix: expect.stringContaining('Check that the page'),
    };
    const codeEvents = {
      ...clickEvents,
      reason_code: 'code_unknown',
      count: 1,
      message: 'Code NOPE is not an active code of the program.',
      fix: expect.stringContaining('Give the code to a partner'),
    };
    const all = expect.arrayContaining([clickEvents, codeEvents]);
    expect(await attention(company, company.programId)).toEqual(all);
    expect(await statusOf(company)).toEqual(all);
    expect(await attention(company, company.programId, '?language=de')).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ message: 'Der Code „NOPE“ ist kein aktiver Code des Programms.' }),
      ]),
    );
  });

  test('do not include payments of customers whom no partner brought, and events without money', async () => {
    const { send } = await connectSender(place, company);
    await send('checkout.session.completed', checkout());
    await send('checkout.session.completed', checkout({ client_reference_id: 'order-7' }));
    await send('checkout.session.completed', checkout({ ...unknownClick(), payment_status: 'unpaid' }));
    await send('charge.refunded', { id: uniqueName('ch'), currency: 'usd', amount_refunded: 5 });
    await send('customer.created', { id: uniqueName('cus') });
    expect(await attention(company, company.programId)).toEqual([]);
  });

  test('include what cannot be processed, whatever it carries', async () => {
    const { send } = await connectSender(place, company);
    await send('checkout.session.completed', checkout({ currency: null }));
    await send('invoice.paid', {}, { object: 'v2.core.event' });
    await place.service.pool.query('update programs set archived_at = now() where id = $1', [
      company.programId,
    ]);
    await place.service.pool.query('update payment_connections set program_id = $1 where workspace_id = $2', [
      company.programId,
      company.workspaceId,
    ]);
    await send('checkout.session.completed', checkout());
    const codes = (await attention(company, company.programId)).map(({ reason_code: code }) => code);
    expect(codes.toSorted()).toEqual(['program_archived', 'thin_event', 'unknown_layout']);
  });

  test('show in their program, without one in every program, and in no other workspace', async () => {
    const { send } = await connectSender(place, company);
    const sibling = await seedProgram(place.service.pool, { workspaceId: company.workspaceId });
    const stranger = await openCompany(place);
    await connectSender(place, stranger);
    const ofProgram = { metadata: { program_id: String(company.programId), svc_customer_key: 'nobody' } };
    await send('checkout.session.completed', checkout(ofProgram));
    await send('checkout.session.completed', checkout(unknownClick()));
    const codesIn = async (programId: number, of = company) =>
      (await attention(of, programId)).map(({ reason_code: code }) => code).toSorted();
    expect(await codesIn(company.programId)).toEqual(['customer_unknown', 'no_program']);
    expect(await codesIn(sibling.programId)).toEqual(['no_program']);
    expect(await codesIn(stranger.programId, stranger)).toEqual([]);
    expect(await statusOf(stranger)).toEqual([]);
  });

  test('end when the event counts after all, and after 7 days', async () => {
    const { send } = await connectSender(place, company);
    const key = { number: 77, clickedMs: Date.now() };
    const buy = (number: number) =>
      send(
        'checkout.session.completed',
        checkout({ client_reference_id: `cust_${number}_${key.clickedMs}` }),
      );
    await buy(78);
    await buy(key.number);
    expect(await attention(company, company.programId)).toMatchObject([{ count: 2 }]);
    await place.service.tracking.submit(clickOf(company, { key }));
    await place.service.pool.query(`update work_items set due_at = now() where kind = 'provider_event'`);
    await place.service.processor.processDue();
    expect(await attention(company, company.programId)).toMatchObject([{ count: 1 }]);
    place.aheadMs = 7 * DAY_MS + HOUR_MS;
    expect(await statusOf(company)).toEqual([]);
  });

  test('without an account show in every workspace without a connection, and in no other', async () => {
    await platformSender(place, null)('customer.created', {});
    const connected = await openCompany(place);
    await connectSender(place, connected);
    const ofPlatform = await openShop(place.service);
    const expected = [
      {
        reason_code: 'no_account',
        connection_id: null,
        count: 1,
        latest_at: TIME,
        message: expect.stringContaining('a webhook endpoint of your own account'),
        fix: expect.stringContaining('Connect your own account by key'),
      },
    ];
    expect(await attention(company, company.programId)).toEqual(expected);
    expect(await statusOf(company)).toEqual(expected);
    expect(await attention(connected, connected.programId)).toEqual([]);
    expect(await statusOf(ofPlatform)).toEqual([]);
    await connectSender(place, company);
    expect(await attention(company, company.programId)).toEqual([]);
  });

  test('are logged once for each reason and hour', async () => {
    const { send } = await connectSender(place, company);
    place.aheadMs = 2 * DAY_MS;
    const logged = () => lines.flatMap(({ level, reason }) => (level === 40 ? (reason ?? []) : []));
    const buy = () => send('checkout.session.completed', checkout({ metadata: { svc_code: 'NOPE' } }));
    lines.length = 0;
    await buy();
    await buy();
    await platformSender(place, null)('customer.created', {});
    expect(logged()).toEqual(['code_unknown', 'no_account']);
    expect(lines[0]).toMatchObject({
      msg: 'a payment event needs attention: Code NOPE is not an active code of the program.',
      workspaceId: company.workspaceId,
    });
    place.aheadMs += HOUR_MS;
    await buy();
    expect(logged()).toEqual(['code_unknown', 'no_account', 'code_unknown']);
  });
});
