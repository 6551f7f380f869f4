import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyBooks } from '../../src/verify/verify.js';
import { type TrackingClient, trackingClient } from '../http/tracking-client.js';
import { engines } from '../support/engines.js';
import { type Answer, ask, signIn, signInAs } from '../support/management.js';
import { type SeededProgram, seedPartner, seedProgram, uniqueName } from '../support/seed.js';
import { type RunningService, startService } from '../support/service.js';
import { seedPartnerUser } from '../support/workspace.js';

const SALE_NOT_FOUND = { error: 'Customer not found. Provide customer_key or click_id.' };
const IDS_MISSING = { error: 'click_id or customer_key is required' };

describe.each(engines)('codes on %s', (engine) => {
  let service: RunningService;
  let client: TrackingClient;
  beforeAll(async () => {
    service = await startService(engine);
    client = trackingClient(service);
  });
  afterAll(async () => {
    expect((await verifyBooks(service.pool)).differences).toEqual([]);
    await service.close();
  });

  /** A program of Jane, who has a link, and of Pod, who has no link and the code POD-20. */
  async function openPodcast() {
    const program = await seedProgram(service.pool);
    const pod = await seedPartner(service.pool, program);
    const owner = await signInAs(service, program.workspaceId, 'owner');
    const key = uniqueName('user');
    const path = `/api/programs/${program.programId}`;
    const send = (method: string, where: string, body?: unknown, cookie = owner): Promise<Answer> =>
      ask(service, where.startsWith('/api') ? where : path + where, { method, body, cookie });
    const createCode = (body: object = {}) =>
      send('POST', '/codes', { code: 'POD-20', partner_id: pod.partnerId, ...body });
    const track = async (kind: 'lead' | 'sale', body: object, sending: object = { key: program.apiKey }) => {
      const sale = kind === 'sale' && { transaction_id: uniqueName('order'), amount_cents: 5_000 };
      const answer = await client[kind]({ ...sale, ...body }, sending);
      return [answer.status, answer.body];
    };
    return { program, pod, owner, key, send, createCode, track, jane: program };
  }
  type Podcast = Awaited<ReturnType<typeof openPodcast>>;

  async function explain({ send }: Podcast, saleId: number) {
    const { body } = await send('GET', `/sales/${saleId}/explain`);
    return body as {
      story: string[];
      sale: Record<string, unknown>;
      commission: { partner_id: number } | null;
    };
  }

  async function sell(podcast: Podcast, body: object = {}): Promise<Awaited<ReturnType<typeof explain>>> {
    const [status, answer] = await podcast.track('sale', {
      customer_key: podcast.key,
      code: 'pod-20',
      ...body,
    });
    expect([status, answer.error]).toEqual([200, undefined]);
    return explain(podcast, answer.sale_id);
  }

  test('a code is created once in its program, whatever its case, listed, turned off and on', async () => {
    const { pod, send, createCode } = await openPodcast();
    const created = await createCode({ processor_ids: ['promo_2', 'cpn_1'] });
    expect([created.status, created.body]).toEqual([
      200,
      {
        id: expect.any(Number),
        code: 'POD-20',
        partner_id: pod.partnerId,
        partner_status: 'approved',
        link_id: null,
        processor_ids: ['cpn_1', 'promo_2'],
        is_active: true,
        created_at: expect.any(String),
      },
    ]);
    const { id } = created.body;
    expect((await send('GET', `/codes/${id}`)).body).toEqual(created.body);
    const again = await createCode({ code: 'pod-20' });
    expect([again.status, again.body]).toEqual([409, { error: 'code is already in use' }]);
    const other = await createCode({ code: 'other', processor_ids: ['cpn_1'] });
    expect([other.status, other.body]).toEqual([409, { error: 'A processor id belongs to another code' }]);
    const off = await send('PATCH', `/codes/${id}`, { is_active: false, processor_ids: ['promo_2'] });
    expect(off.body).toMatchObject({ is_active: false, processor_ids: ['promo_2'] });
    const free = await createCode({ code: 'other', processor_ids: ['cpn_1'] });
    expect(free.status).toBe(200);
    expect((await send('PATCH', `/codes/${id}`, { is_active: true })).body.is_active).toBe(true);
    const list = await send('GET', `/codes?partner_id=${pod.partnerId}`);
    expect(list.body.data.map(({ code }: { code: string }) => code)).toEqual(['other', 'POD-20']);
    expect((await send('GET', '/codes?partner_id=999999')).body.data).toEqual([]);
  });

  test.each([
    [{ code: undefined }, 400, 'code is required'],
    [{ code: 'x' }, 400, 'code is invalid'],
    [{ code: 'with space' }, 400, 'code is invalid'],
    [{ code: 'ünïcode' }, 400, 'code is invalid'],
    [{ code: 'x'.repeat(65) }, 400, 'code is invalid'],
    [{ partner_id: 999_999_999 }, 404, 'Not found'],
    [{ link_id: 999_999_999 }, 400, 'link_id is invalid'],
    [{ processor_ids: [''] }, 400, 'processor_ids is invalid'],
    [{ processor_ids: ['a\u0000b'] }, 400, 'processor_ids is invalid'],
  ])('%j is refused', async (body, status, error) => {
    const { createCode, send } = await openPodcast();
    const answer = await createCode(body);
    expect([answer.status, answer.body]).toEqual([status, { error }]);
    expect((await send('GET', '/codes')).body.data).toEqual([]);
  });

  test('of two requests for the same code at once, one gets it', async () => {
    const { createCode } = await openPodcast();
    const answers = await Promise.all([createCode(), createCode({ code: 'pod-20' })]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('a code of another workspace is not found', async () => {
    const podcast = await openPodcast();
    const { id } = (await podcast.createCode()).body;
    const stranger = await openPodcast();
    const answers = await Promise.all([
      podcast.send('PATCH', `/codes/${id}`, { is_active: false }, stranger.owner),
      stranger.send('PATCH', `/codes/${id}`, { is_active: false }),
      podcast.send('GET', '/codes', undefined, stranger.owner),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect(await stranger.track('sale', { customer_key: 'ann', code: 'POD-20' })).toEqual([
      400,
      SALE_NOT_FOUND,
    ]);
  });

  test('the partner sees their codes, and nobody else’s', async () => {
    const { createCode, pod, program } = await openPodcast();
    await createCode({ processor_ids: ['cpn_1'] });
    const codesOf = async (partnerId: number) => {
      const { email } = await seedPartnerUser(service.pool, program, partnerId);
      const cookie = await signIn(service, email);
      return (await ask(service, `/api/partner/programs/${program.programId}/codes`, { cookie })).body.data;
    };
    const [code, ...others] = await codesOf(pod.partnerId);
    expect([code.code, code.is_active, 'processor_ids' in code, others]).toEqual(['POD-20', true, false, []]);
    expect(await codesOf(program.partnerId)).toEqual([]);
  });

  test('a sale nobody brought is credited to the code, and the story says so', async () => {
    const podcast = await openPodcast();
    const { key, pod, track } = podcast;
    await podcast.createCode();
    expect(await track('sale', { code: 'POD-20' })).toEqual([400, SALE_NOT_FOUND]);
    expect(await track('sale', { customer_key: key, code: 5 })).toEqual([
      400,
      { error: 'code must be a string' },
    ]);
    const { sale, commission, story } = await sell(podcast, { code: ' pod-20 ' });
    expect(sale).toMatchObject({
      partner_id: pod.partnerId,
      code: 'pod-20',
      code_result: 'created',
      credit_code: 'POD-20',
    });
    expect(commission?.partner_id).toBe(pod.partnerId);
    expect(story.join('\n')).toMatch(/credited to Jane by the code "POD-20"[\s\S]*carried the code "pod-20"/);
    const renewal = await sell(podcast, { code: undefined });
    expect(renewal.sale).toMatchObject({ partner_id: pod.partnerId, code: null, credit_code: 'POD-20' });
  });

  test('a lead with nothing but a code is refused, from a page too, and makes no customer', async () => {
    const { createCode, program, track } = await openPodcast();
    await createCode();
    expect(await track('lead', { code: 7, customer_key: 'ann' })).toEqual([
      400,
      { error: 'code must be a string' },
    ]);
    const gone = { error: 'Customer not found. Provide a valid click_id or customer_key.' };
    for (const sending of [{ key: program.apiKey }, { origin: program.origin }]) {
      for (const code of ['POD-20', 'nope', ' ']) {
        expect(await track('lead', { code }, sending)).toEqual([400, IDS_MISSING]);
        expect(await track('lead', { code, customer_key: '' }, sending)).toEqual([400, IDS_MISSING]);
        expect(await track('lead', { code, click_id: 'cust_1_1' }, sending)).toEqual([400, gone]);
      }
    }
    const { rows } = await service.pool.query('select id from customers where program_id = $1', [
      program.programId,
    ]);
    expect(rows).toEqual([]);
  });

  test('a customer credited to nobody is credited from the sale with the code on', async () => {
    const podcast = await openPodcast();
    const { key, pod, track } = podcast;
    await podcast.createCode();
    expect(await track('lead', { customer_key: key })).toMatchObject([200, { attributed: false }]);
    const { sale, story } = await sell(podcast);
    expect(sale).toMatchObject({ partner_id: pod.partnerId, code_result: 'credited' });
    expect(story.join('\n')).toContain('The sale named the code "POD-20"');
    expect((await sell(podcast, { code: undefined })).sale.partner_id).toBe(pod.partnerId);
  });

  test('a customer of another partner stays theirs, unless the program prefers codes for the sale', async () => {
    const podcast = await openPodcast();
    const { jane, key, pod, program, send, track } = podcast;
    await podcast.createCode();
    await track('lead', { customer_key: key, click_id: await client.clickId(program) });
    const kept = await sell(podcast);
    expect(kept.sale).toMatchObject({ partner_id: jane.partnerId, code_result: 'kept', credit_code: null });
    expect(kept.story.join('\n')).toContain('The program prefers links to codes');
    const changed = await send('PATCH', '', { attribution_precedence: 'code' });
    expect(changed.body.attribution_precedence).toBe('code');
    const preferred = await sell(podcast);
    expect(preferred.sale).toMatchObject({ partner_id: pod.partnerId, code_result: 'preferred' });
    expect(preferred.commission?.partner_id).toBe(pod.partnerId);
    expect((await sell(podcast, { code: undefined })).sale.partner_id).toBe(jane.partnerId);
    const refunded = await client.refund(
      { transaction_id: preferred.sale.transaction_id },
      { key: program.apiKey },
    );
    expect(refunded.body.commission).toMatchObject({ amount_cents: 0, status: 'reversed' });
  });

  test('what a code credited is assigned to another partner, and back with its code', async () => {
    const podcast = await openPodcast();
    const { jane, key, pod, program, send } = podcast;
    await podcast.createCode();
    const { sale } = await sell(podcast);
    const assign = async (customerId: unknown, partnerId: number) => {
      const body = { partner_id: partnerId, from: 'first_sale', reason: 'Agreed by email.' };
      const { status } = await send('POST', `/customers/${customerId}/assign`, body);
      expect(status).toBe(200);
    };
    await assign(sale.customer_id, jane.partnerId);
    const away = await explain(podcast, Number(sale.id));
    expect(away.sale).toMatchObject({ partner_id: jane.partnerId, link_id: null, credit_code: null });
    expect(away.commission?.partner_id).toBe(jane.partnerId);
    expect(away.story.join(' ')).toMatch(/without a click.*so the code credits them to .*was assigned to/);
    await assign(sale.customer_id, pod.partnerId);
    const back = await explain(podcast, Number(sale.id));
    expect(back.sale).toEqual({ ...sale, credit_code: 'POD-20' });
    expect(back.commission?.partner_id).toBe(pod.partnerId);

    await send('PATCH', '', { attribution_precedence: 'code' });
    const other = uniqueName('user');
    await podcast.track('lead', { customer_key: other, click_id: await client.clickId(program) });
    const preferred = await sell(podcast, { customer_key: other });
    expect(preferred.sale).toMatchObject({ partner_id: pod.partnerId, code_result: 'preferred' });
    await assign(preferred.sale.customer_id, jane.partnerId);
    expect((await explain(podcast, Number(preferred.sale.id))).sale).toEqual(preferred.sale);
    expect(preferred.story.join('\n')).not.toMatch(/The customer was credited|The customer clicked/);
    await assign(preferred.sale.customer_id, pod.partnerId);
    expect((await sell(podcast, { customer_key: key })).sale.partner_id).toBe(pod.partnerId);
  });

  test('what leads nowhere counts as none and is named', async () => {
    const podcast = await openPodcast();
    const { key, pod, program, send, track } = podcast;
    const { id } = (await podcast.createCode()).body;
    await track('lead', { customer_key: key, click_id: await client.clickId(program) });
    const resultOf = async (code: string) => (await sell(podcast, { code })).sale;
    const hostile = `${'x'.repeat(300)}\u0000`;
    expect(await resultOf('nope')).toMatchObject({ code: 'nope', code_result: 'unknown' });
    expect(await resultOf(hostile)).toMatchObject({ code: 'x'.repeat(255), code_result: 'unknown' });
    expect(await resultOf('a\u0000b\ud800')).toMatchObject({
      code: 'a\ufffdb\ufffd',
      code_result: 'unknown',
    });
    await send('PATCH', `/codes/${id}`, { is_active: false });
    expect(await resultOf('POD-20')).toMatchObject({ code_result: 'inactive' });
    await send('PATCH', `/codes/${id}`, { is_active: true });
    await send('PATCH', `/partners/${pod.partnerId}`, { status: 'suspended' });
    expect(await resultOf('POD-20')).toMatchObject({ code_result: 'partner_not_approved' });
  });

  test('of many sales with a code at once, each new customer is credited once', async () => {
    const podcast = await openPodcast();
    await podcast.createCode();
    const keys = Array.from({ length: 20 }, () => uniqueName('user'));
    const twice = await Promise.all(
      [...keys, ...keys].map((customer_key) => podcast.track('sale', { customer_key, code: 'Pod-20' })),
    );
    expect(new Set(twice.map(([status]) => status))).toEqual(new Set([200]));
    const { rows } = await service.pool.query(
      `select count(*)::int as customers, count(distinct partner_id)::int as partners from customers where program_id = $1`,
      [podcast.program.programId],
    );
    expect(rows).toEqual([{ customers: 20, partners: 1 }]);
  });
});

/** Each: the statement, and what verify says of it. */
const TAMPERINGS: readonly (readonly [sql: string, what: RegExp])[] = [
  ["update codes set code = 'MINE'", /the audit log says the code/],
  ['update codes set partner_id = partner_id + 1', /the audit log says|does not tie/],
  ['update codes set deactivated_at = now()', /it is turned off; the audit log says otherwise/],
  ['delete from code_processor_ids', /its processor ids are not those/],
  ['update sales set credit_code_id = null', /is said to have credited it|credited to partner/],
  ['update leads set code_result = null', /says nothing of what became of its code/],
  ['update customers set code_id = null where code_id is not null', /without a click or a code/],
];

test.each(TAMPERINGS)('verify finds: %s', async (sql, what) => {
  const service = await startService('embedded');
  try {
    const program: SeededProgram = await seedProgram(service.pool);
    await seedPartner(service.pool, program);
    const owner = await signInAs(service, program.workspaceId, 'owner');
    const body = { code: 'POD', partner_id: program.partnerId, processor_ids: ['cpn_1'] };
    const path = `/api/programs/${program.programId}/codes`;
    expect((await ask(service, path, { method: 'POST', body, cookie: owner })).status).toBe(200);
    const client = trackingClient(service);
    const sending = { key: program.apiKey };
    await client.lead({ customer_key: 'ann', code: 'POD' }, sending);
    await client.sale(
      { customer_key: 'bob', code: 'POD', amount_cents: 5_000, transaction_id: 'o-1' },
      sending,
    );
    expect((await verifyBooks(service.pool)).differences).toEqual([]);
    await service.pool.query(sql);
    const found = (await verifyBooks(service.pool)).differences.map((difference) => difference.what);
    expect(found.join('\n')).toMatch(what);
  } finally {
    await service.close();
  }
});
