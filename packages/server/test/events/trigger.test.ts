import { EVENT_DATA, EVENT_TYPES, SvcEvent } from '@svc/contract';
import { Compile } from 'typebox/compile';
import { describe, expect, test } from 'vitest';
import { verifyBooks } from '../../src/verify/verify.js';
import { engines } from '../support/engines.js';
import { followFeed, readFeed } from '../support/feed.js';
import { signInAs } from '../support/management.js';
import { createSender, type OpenProgram, openProgram } from '../support/open-program.js';
import { seedProgram, seedWorkspace } from '../support/seed.js';
import { startService } from '../support/service.js';
import { shared } from '../support/shared.js';

const REAL = ['lead.created', 'sale.created', 'sale.refunded'];
const SAMPLES = EVENT_TYPES.filter((type) => !REAL.includes(type));
const schema = Compile(SvcEvent);

describe.each(engines)('triggering events on %s', (engine) => {
  const service = shared(() => startService(engine, { numbersEvents: true }));

  const follow = ({ program, cookie }: OpenProgram, count: number) =>
    followFeed(
      (query) => readFeed(service, { workspaceId: program.workspaceId, cookie }, query),
      (events) => events.length === count,
    );

  test('records real test events of what a visitor can cause, with those before them', async () => {
    const opened = await openProgram(service);
    const { program, inWorkspace, send } = opened;
    const { programId } = program;
    for (const type of REAL) {
      const { status, body } = await inWorkspace('POST', '/events/trigger', { type });
      expect([status, body]).toEqual([200, { type, program_id: programId, sample: false }]);
    }
    const events = await follow(opened, 6);
    expect(events.map(({ type }) => type)).toEqual([
      'lead.created',
      'lead.created',
      'sale.created',
      'lead.created',
      'sale.created',
      'sale.refunded',
    ]);
    for (const event of events) {
      expect(event).toMatchObject({ test_mode: true, program_id: programId });
      expect(event.data.sample).toBeUndefined();
    }
    const [refunded] = (await send('GET', '/sales')).body.data;
    expect(refunded).toMatchObject({ test_mode: true, refunded_amount_cents: 4900 });
    expect((await send('GET', '/commissions')).body.data).toEqual([]);
    expect((await verifyBooks(service.pool)).differences).toEqual([]);
  });

  test('makes a sample of every other type, in the shape of a real event, and changes nothing else', async () => {
    const opened = await openProgram(service);
    const { program, inWorkspace, send } = opened;
    for (const type of SAMPLES) {
      const { status, body } = await inWorkspace('POST', '/events/trigger', {
        type,
        program_id: program.programId,
      });
      expect([status, body]).toEqual([200, { type, program_id: program.programId, sample: true }]);
    }
    const events = await follow(opened, SAMPLES.length);
    expect(events.map(({ type }) => type)).toEqual(SAMPLES);
    for (const event of events) {
      expect([...schema.Errors(event)], event.type).toEqual([]);
      expect(event).toMatchObject({ test_mode: true, data: { sample: true } });
      const { type } = event;
      if (type === 'webhook.test') throw new Error('it is in no feed');
      expect(Object.keys(event.data).sort()).toEqual([...EVENT_DATA[type], 'sample'].sort());
    }
    expect(await follow(opened, SAMPLES.length)).toEqual(events);
    for (const list of ['/sales', '/commissions', '/customers', '/payouts', '/claims'])
      expect((await send('GET', list)).body.data, list).toEqual([]);
    expect((await send('GET', '/partners')).body.data).toHaveLength(1);
  });

  test('is audited, and refused without a program, link, permission or known type', async () => {
    const { program, inWorkspace, send } = await openProgram(service);
    const trigger = async (body: object) => {
      const answer = await inWorkspace('POST', '/events/trigger', body);
      return [answer.status, answer.body.error];
    };
    await inWorkspace('POST', '/events/trigger', { type: 'payout.paid' });
    expect((await inWorkspace('GET', '/audit')).body.data[0]).toMatchObject({
      action: 'event.trigger',
      program_id: program.programId,
      after: { type: 'payout.paid', sample: true },
    });
    expect(await trigger({})).toEqual([400, 'type is required']);
    expect(await trigger({ type: 'webhook.test' })).toEqual([400, 'type is invalid']);
    expect(await trigger({ type: 'sale.created', program_id: 'one' })).toEqual([
      400,
      'program_id is invalid',
    ]);
    const stranger = await seedProgram(service.pool);
    expect(await trigger({ type: 'sale.created', program_id: stranger.programId })).toEqual([
      404,
      'Not found',
    ]);
    const links = await send('GET', '/links');
    for (const { id } of links.body.data) await send('PATCH', `/links/${id}`, { is_active: false });
    expect(await trigger({ type: 'sale.created' })).toEqual([
      409,
      'No link of an approved partner can be clicked on',
    ]);
    const member = createSender(
      service,
      await signInAs(service, program.workspaceId, 'member'),
      `/api/workspaces/${program.workspaceId}`,
    );
    expect((await member('POST', '/events/trigger', { type: 'payout.paid' })).status).toBe(404);
  });

  test('makes samples in a workspace without programs, and nothing that needs one', async () => {
    const workspaceId = await seedWorkspace(service.pool);
    const send = createSender(
      service,
      await signInAs(service, workspaceId, 'owner'),
      `/api/workspaces/${workspaceId}`,
    );
    expect((await send('POST', '/events/trigger', { type: 'claim.created' })).body).toEqual({
      type: 'claim.created',
      program_id: null,
      sample: true,
    });
    expect((await send('POST', '/events/trigger', { type: 'lead.created' })).status).toBe(409);
  });
});
