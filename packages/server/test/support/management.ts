import { randomInt } from 'node:crypto';
import type { ClickCommand, LeadCommand, Outcome, RefundCommand, SaleCommand } from '@svc/core';
import { parseClickId } from '@svc/core';
import type { Pool } from 'pg';
import { hashPassword } from '../../src/crypto/passwords.js';
import type { Role } from '../../src/operations/permissions.js';
import { type SeededProgram, uniqueName } from './seed.js';
import type { RunningService } from './service.js';

export const PASSWORD = 'correct-horse-1';

// Hashing is slow on purpose, and all have the same password.
const passwordHash = hashPassword(PASSWORD);

export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: what came over HTTP has no type before it is looked at.
  readonly body: any;
  readonly headers: Headers;
}

/** Asks the service, with a session where one is given. */
export async function ask(
  service: Pick<RunningService, 'baseUrl'>,
  path: string,
  options: {
    readonly cookie?: string;
    readonly method?: string;
    readonly body?: unknown;
    readonly headers?: Record<string, string>;
  } = {},
): Promise<Answer> {
  const headers = new Headers(options.headers);
  if (options.cookie) headers.set('cookie', options.cookie);
  if (options.body !== undefined) headers.set('content-type', 'application/json');
  const response = await fetch(`${service.baseUrl}${path}`, {
    method: options.method ?? 'GET',
    headers,
    ...(options.body !== undefined && { body: JSON.stringify(options.body) }),
  });
  const text = await response.text();
  const isJson = /[/+]json/.test(response.headers.get('content-type') ?? '');
  const body = isJson && text !== '' ? JSON.parse(text) : text || null;
  return { status: response.status, body, headers: response.headers };
}

/** Sends a POST request with a JSON body, with a session where a cookie is given. */
export function post(
  service: Pick<RunningService, 'baseUrl'>,
  path: string,
  body: unknown,
  cookie = '',
  headers: Record<string, string> = {},
): Promise<Answer> {
  return ask(service, path, { method: 'POST', body, cookie, headers });
}

/** Sends a POST request to a route of the sign-in library. */
export function postAuth(
  service: Pick<RunningService, 'baseUrl'>,
  path: string,
  body: unknown,
  cookie = '',
): Promise<Answer> {
  return post(service, `/api/auth${path}`, body, cookie);
}

/** Somebody who can sign in, as provisioning makes them. */
export async function seedUser(pool: Pool): Promise<{ userId: string; email: string }> {
  const userId = uniqueName('user');
  const email = `${userId}@people.test`;
  await pool.query(`insert into users (id, name, email, email_verified) values ($1, 'Olive', $2, true)`, [
    userId,
    email,
  ]);
  await pool.query(
    `insert into accounts (id, user_id, provider_id, account_id, password) values ($1, $2, 'credential', $2, $3)`,
    [uniqueName('account'), userId, await passwordHash],
  );
  return { userId, email };
}

/** The Cookie header of a new session. */
export async function signIn(service: Pick<RunningService, 'baseUrl'>, email: string): Promise<string> {
  const answer = await postAuth(service, '/sign-in/email', { email, password: PASSWORD });
  if (answer.status !== 200) throw new Error(`signing in failed: ${JSON.stringify(answer.body)}`);
  return cookieOf(answer);
}

/** What a browser would send back. */
export function cookieOf(answer: Answer): string {
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

/** Makes somebody a member of a workspace. */
export async function addMember(pool: Pool, workspaceId: number, userId: string, role: Role): Promise<void> {
  await pool.query('insert into workspace_members (workspace_id, user_id, role) values ($1, $2, $3)', [
    workspaceId,
    userId,
    role,
  ]);
}

/** The Cookie header of a new member of a workspace. */
export async function signInAs(service: RunningService, workspaceId: number, role: Role): Promise<string> {
  const { userId, email } = await seedUser(service.pool);
  await addMember(service.pool, workspaceId, userId, role);
  return signIn(service, email);
}

function callerOf(program: SeededProgram) {
  return { mode: 'server', programId: program.programId, workspaceId: program.workspaceId } as const;
}

function accepted<Kind extends Outcome['kind']>(outcome: Outcome, kind: Kind) {
  if (outcome.kind !== kind) throw new Error(`not recorded: ${JSON.stringify(outcome)}`);
  return outcome as Extract<Outcome, { kind: Kind }>;
}

/** Records a click on the program's link; gives its id. */
export async function click(
  { tracking }: RunningService,
  program: SeededProgram,
  with_: Partial<ClickCommand> & { readonly atMs?: number } = {},
): Promise<string> {
  const { atMs = Date.now(), ...rest } = with_;
  const outcome = await tracking.submit({
    kind: 'click',
    caller: callerOf(program),
    key: { number: randomInt(2 ** 47), clickedMs: atMs },
    shortLinkKey: program.shortLink,
    affiliateUrl: program.affiliateUrl,
    redirectClickId: null,
    visitor: null,
    referrer: null,
    testMode: false,
    bot: false,
    additionalData: null,
    ...rest,
  });
  return accepted(outcome, 'click').clickId;
}

/** Records a lead of a new customer who came by a click of its own; gives the key. */
export async function lead(
  service: RunningService,
  program: SeededProgram,
  with_: Partial<LeadCommand> = {},
): Promise<string> {
  const atMs = with_.atMs ?? Date.now();
  const customerKey = with_.customerKey ?? uniqueName('customer');
  const clickId = with_.clickId === undefined ? await click(service, program, { atMs }) : with_.clickId;
  const outcome = await service.tracking.submit({
    kind: 'lead',
    code: null,
    occurredAtMs: null,
    caller: callerOf(program),
    email: 'secret@customer.test',
    programId: null,
    testMode: false,
    additionalData: null,
    ...with_,
    clickId,
    customerKey,
    atMs,
  });
  accepted(outcome, 'lead');
  return customerKey;
}

/** Records a sale of 100.00, of a new customer unless one is named. */
export async function sale(
  service: RunningService,
  program: SeededProgram,
  with_: Partial<SaleCommand> = {},
) {
  const atMs = with_.atMs ?? Date.now();
  const customerKey = with_.customerKey ?? (await lead(service, program, { atMs }));
  const outcome = await service.tracking.submit({
    kind: 'sale',
    code: null,
    discountIds: [],
    caller: callerOf(program),
    transactionId: uniqueName('tx'),
    references: [],
    amountCents: 10_000,
    taxCents: 0,
    items: null,
    currency: null,
    clickId: null,
    testMode: false,
    source: 'api',
    additionalData: null,
    occurredAtMs: null,
    ...with_,
    customerKey,
    atMs,
  });
  const { saleId, transactionId, commission } = accepted(outcome, 'sale');
  if (commission === 'failed') throw new Error('the commission failed');
  return { saleId, transactionId, customerKey, commissionId: commission?.id ?? null };
}

/** Records a refund of a part of a sale, or of all of it. */
export async function refund(
  { tracking }: RunningService,
  program: SeededProgram,
  with_: Pick<RefundCommand, 'transactionId'> & Partial<RefundCommand>,
): Promise<void> {
  const outcome = await tracking.submit({
    kind: 'refund',
    occurredAtMs: null,
    caller: callerOf(program),
    amountCents: null,
    refundKey: null,
    source: 'api',
    atMs: Date.now(),
    ...with_,
  });
  accepted(outcome, 'refund');
}

/** The click number inside a click id. */
export function numberOf(clickId: string): number {
  const key = parseClickId(clickId);
  if (key === null) throw new Error(`no click id: ${clickId}`);
  return key.number;
}
