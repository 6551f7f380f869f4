import { describe, expect, test } from 'vitest';
import { SvcError, SvcManagement } from '../src/index.js';
import { type Answer, answeringServer } from './support.js';

const PROGRAM = { path: { programId: 1 } };
const LINK = { partner_id: 2, short_link: 'ann', destination_url: 'https://shop.test/' };

async function against(...answers: readonly Answer[]) {
  const server = await answeringServer(...answers);
  const svc = new SvcManagement('svc_mk_test', { baseUrl: server.baseUrl });
  return { svc, received: server.received };
}

test('fills in path and query, and sends the key', async () => {
  const { svc, received } = await against({ status: 200, body: { data: [], next_cursor: null } });
  await svc.get('/api/programs/{programId}/sales', {
    ...PROGRAM,
    query: { limit: 5, transaction_id: 'a b&c' },
  });
  expect(received).toEqual([
    expect.objectContaining({
      method: 'GET',
      path: '/api/programs/1/sales?limit=5&transaction_id=a%20b%26c',
      body: null,
      headers: expect.objectContaining({ authorization: 'Bearer svc_mk_test' }),
    }),
  ]);
});

test('reads a list page by page, only as far as it is used', async () => {
  const pages: Answer[] = [
    { status: 200, body: { data: [{ id: 9 }, { id: 8 }], next_cursor: 'n/1' } },
    { status: 200, body: { data: [], next_cursor: 'n2' } },
    { status: 200, body: { data: [{ id: 7 }], next_cursor: null } },
  ];
  const { svc, received } = await against(...pages);
  const ids: number[] = [];
  for await (const sale of svc.list('/api/programs/{programId}/sales', { ...PROGRAM, query: { limit: 2 } })) {
    ids.push(sale.id);
    if (sale.id === 8) expect(received).toHaveLength(1);
  }
  expect(ids).toEqual([9, 8, 7]);
  expect(received.map(({ path }) => path)).toEqual([
    '/api/programs/1/sales?limit=2',
    '/api/programs/1/sales?limit=2&cursor=n%2F1',
    '/api/programs/1/sales?limit=2&cursor=n2',
  ]);
});

describe('Idempotency-Key', () => {
  const keysOf = (received: readonly { readonly headers: Record<string, unknown> }[]) =>
    received.map(({ headers }) => headers['idempotency-key']);

  test('is the same for the retries of a call and another for each call', async () => {
    const { svc, received } = await against({ status: 503 }, 'reset', { status: 200, body: {} });
    await svc.post('/api/programs/{programId}/links', { ...PROGRAM, body: LINK });
    await svc.post('/api/programs/{programId}/links', { ...PROGRAM, body: LINK });
    const [first, second, third, other] = keysOf(received);
    expect([second, third]).toEqual([first, first]);
    expect(first).toMatch(/^auto_/);
    expect(other).toMatch(/^auto_/);
    expect(other).not.toBe(first);
  });

  test("can be the caller's own", async () => {
    const { svc, received } = await against({ status: 200, body: {} });
    const input = { ...PROGRAM, body: LINK };
    await svc.post('/api/programs/{programId}/links', input, { idempotencyKey: 'import-7' });
    expect(keysOf(received)).toEqual(['import-7']);
  });
});

test('a delete whose response was lost is not repeated: it would say that nothing is there', async () => {
  const { svc, received } = await against('reset');
  await expect(
    svc.delete('/api/programs/{programId}/keys/{id}', { path: { programId: 1, id: 3 } }),
  ).rejects.toMatchObject({ status: 0 });
  expect(received).toHaveLength(1);
});

test('rejects with what the service said', async () => {
  const headers = { 'svc-error-code': 'short_link_taken', 'x-request-id': 'r1' };
  const { svc } = await against({ status: 409, body: { error: 'Short link is already in use' }, headers });
  const call = svc.post('/api/programs/{programId}/links', { ...PROGRAM, body: LINK });
  await expect(call).rejects.toThrow(SvcError);
  await expect(call).rejects.toMatchObject({
    message: 'Short link is already in use',
    status: 409,
    code: 'short_link_taken',
    requestId: 'r1',
  });
});

test('says when something else answers', async () => {
  const { svc } = await against({ status: 200, body: '<html>' });
  await expect(svc.get('/api/programs/{programId}', PROGRAM)).rejects.toThrow(
    /Not an answer of the service: HTTP 200/,
  );
});

test('gives a file as text', async () => {
  const { svc } = await against({
    status: 200,
    body: 'date,clicks\n',
    headers: { 'content-type': 'text/csv' },
  });
  const file: string = await svc.get('/api/programs/{programId}/report.csv', {
    ...PROGRAM,
    query: { by: 'day' },
  });
  expect(file).toBe('date,clicks\n');
});

test('gives a PDF file as its bytes', async () => {
  const { svc } = await against({
    status: 200,
    body: '%PDF-1.3',
    headers: { 'content-type': 'application/pdf' },
  });
  const file: Uint8Array = await svc.get('/api/programs/{programId}/payouts/{id}/pdf', {
    path: { ...PROGRAM.path, id: 1 },
  });
  expect(Buffer.from(file).toString()).toBe('%PDF-1.3');
});

test.each(['', undefined, 'svc_mk_\u0000x'])('refuses the key %j', (key) => {
  expect(() => new SvcManagement(key, { baseUrl: 'http://service.test' })).toThrow(TypeError);
});

test('refuses an empty value in a path, which would be another path', async () => {
  const { svc, received } = await against({ status: 200, body: {} });
  await expect(svc.get('/api/programs/{programId}', { path: { programId: '' } })).rejects.toThrow(
    new TypeError('path.programId is missing for /api/programs/{programId}'),
  );
  expect(received).toEqual([]);
});

describe('long requests', () => {
  const URL = '/api/jobs/7';
  const answerOf = (job: object, more: object = {}) => ({
    job: { id: 7, status: 'running', done: 1, total: 2, error: null, can_cancel: true, ...job },
    url: URL,
    file_url: null,
    ...more,
  });
  const BODY = { mapping: 'dub' as const, files: [{ kind: 'sales' as const, name: 's.csv', text: 'id' }] };
  const importFiles = (svc: SvcManagement) =>
    svc.post('/api/programs/{programId}/imports', { ...PROGRAM, body: BODY });

  test('ask for a job in time, and resolve to its result', async () => {
    const { svc, received } = await against(
      { status: 202, body: answerOf({ status: 'waiting' }) },
      { status: 200, body: answerOf({ status: 'done' }, { file_url: `${URL}/file` }) },
      { status: 200, body: { import_id: 3 } },
    );
    expect(await importFiles(svc)).toEqual({ import_id: 3 });
    expect(received.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'POST /api/programs/1/imports',
      `GET ${URL}`,
      `GET ${URL}/file`,
    ]);
    expect(received[0]?.headers.prefer).toBe('wait=5');
  });

  test('reject with the reason of a job that fails', async () => {
    const { svc } = await against({ status: 202, body: answerOf({ status: 'failed', error: 'Cancelled' }) });
    await expect(importFiles(svc)).rejects.toMatchObject({ message: 'Cancelled', status: 202 });
  });
});
