import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { MonthStatement, SealKey } from '@svc/contract';
import { decimalOf } from '@svc/contract/currencies';
import { canonicalJson, type Json } from '@svc/core/canonical-json';
import type { Context } from './context.js';
import { EXIT, Failure, failureOf, unreachable } from './failure.js';
import { TIMEOUT_MS } from './service.js';

export interface VerifyStatementOptions {
  /** The service that issued the statement; its key is asked for. */
  readonly baseUrl?: string;
  /** A file with the key: a PEM, or what the service answers. */
  readonly key?: string;
}

/** What `--json` prints. */
export interface StatementResult {
  /** Signed by a key of the service, and not changed since. */
  readonly is_genuine: boolean;
  /** Its balances, movements and payouts agree. */
  readonly adds_up: boolean;
  /** What is wrong, in words. */
  readonly problems: readonly string[];
}

/** Says whether a statement is genuine and adds up. Throws a `Failure` where that cannot be told. */
export async function verifyStatement(
  { terminal }: Pick<Context, 'terminal'>,
  path: string,
  options: VerifyStatementOptions,
): Promise<StatementResult> {
  const statement = await readStatement(path);
  const keys = await loadKeys(options);
  const forged = signatureProblem(statement, keys);
  const wrong = statement.currencies.flatMap((one) => additionProblems(one, statement.month));
  const problems = [...(forged === null ? [] : [forged]), ...wrong];
  const { company, program, partner, month } = statement;
  terminal.start(`${company}, ${program.name}: ${partner.name}, ${month}`);
  for (const { currency, opening, closing } of statement.currencies)
    terminal.info(
      `${currency}: owed ${decimalOf(opening.owed_cents, currency)} before, ${decimalOf(closing.owed_cents, currency)} after`,
    );
  for (const problem of problems) terminal.warn(problem);
  terminal.end(
    `${forged === null ? 'It is genuine' : 'It is NOT genuine'}, and it ${wrong.length === 0 ? 'adds up' : 'does NOT add up'}.`,
  );
  return { is_genuine: forged === null, adds_up: wrong.length === 0, problems };
}

async function readStatement(path: string): Promise<MonthStatement> {
  const text = await readText(path);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Failure(`${path} is not JSON`, 'Download the statement again.', EXIT.failed);
  }
  if (!isStatement(value)) throw new Failure(`${path} is not a statement`, 'Download the statement again.');
  return value;
}

async function readText(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Failure(
      `${path} cannot be read: ${error.message}`,
      'Check the name of the file.',
      EXIT.wrongUse,
    );
  });
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
const isBalance = (value: unknown) =>
  isObject(value) && Number.isSafeInteger(value.owed_cents) && Number.isSafeInteger(value.paid_cents);

function isStatement(value: unknown): value is MonthStatement {
  return (
    isObject(value) &&
    value.type === 'svc-statement' &&
    value.version === 1 &&
    ['company', 'month', 'key_id', 'signature'].every((name) => typeof value[name] === 'string') &&
    isObject(value.program) &&
    isObject(value.partner) &&
    Array.isArray(value.currencies) &&
    value.currencies.every(
      (one: unknown) =>
        isObject(one) &&
        isBalance(one.opening) &&
        isBalance(one.closing) &&
        Array.isArray(one.lines) &&
        one.lines.every(
          (line: unknown) =>
            isObject(line) &&
            Number.isSafeInteger(line.owed_change_cents) &&
            Number.isSafeInteger(line.paid_change_cents) &&
            Number.isSafeInteger(line.amount_cents),
        ) &&
        Array.isArray(one.payouts) &&
        one.payouts.every((payout: unknown) => isObject(payout) && Number.isSafeInteger(payout.amount_cents)),
    )
  );
}

async function loadKeys({ baseUrl, key }: VerifyStatementOptions): Promise<readonly KeyObject[]> {
  if ((baseUrl === undefined) === (key === undefined))
    throw new Failure(
      'Where the key of the service is has to be said once',
      'Give --base-url with the address of the service, or --key with a file.',
      EXIT.wrongUse,
    );
  const text = key === undefined ? await fetchKey(baseUrl ?? '') : await readText(key);
  try {
    return pemsIn(text).map((pem) => createPublicKey(pem));
  } catch {
    throw new Failure(
      `${key ?? baseUrl} has no public key`,
      'It has to be a PEM, or the answer of /.well-known/svc-seal-key.',
      EXIT.failed,
    );
  }
}

function pemsIn(text: string): readonly string[] {
  if (!text.trimStart().startsWith('{')) return [text];
  const { public_key, previous = [] } = JSON.parse(text) as SealKey;
  return [public_key, ...previous.map((one) => one.public_key)];
}

async function fetchKey(baseUrl: string): Promise<string> {
  const url = `${baseUrl.replace(/\/+$/, '')}/.well-known/svc-seal-key`;
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(() => {
    throw unreachable(`${url} cannot be reached`);
  });
  const text = await response.text();
  if (!response.ok) throw failureOf({ status: response.status, error: text.slice(0, 200) });
  return text;
}

function signatureProblem(
  { signature, ...signed }: MonthStatement,
  keys: readonly KeyObject[],
): string | null {
  const key = keys.find((one) => {
    const der = one.export({ type: 'spki', format: 'der' });
    return createHash('sha256').update(der).digest('hex').slice(0, 16) === signed.key_id;
  });
  if (key === undefined) return `It is signed with a key that the service does not have (${signed.key_id}).`;
  const text = Buffer.from(canonicalJson(signed as unknown as Json));
  const isSigned = verify(null, text, key, Buffer.from(signature, 'base64'));
  return isSigned ? null : 'The signature is not that of this text: it was changed after it was signed.';
}

/** What does not agree among balances, movements and payouts of one currency. */
function additionProblems(
  { currency, opening, lines, closing, payouts }: MonthStatement['currencies'][number],
  month: string,
): string[] {
  const problems: string[] = [];
  for (const [name, change] of [
    ['owed_cents', 'owed_change_cents'],
    ['paid_cents', 'paid_change_cents'],
  ] as const) {
    const sum = lines.reduce((total, line) => total + BigInt(line[change]), BigInt(opening[name]));
    if (sum !== BigInt(closing[name]))
      problems.push(`${currency}: ${name} adds up to ${sum}, and the closing balance is ${closing[name]}.`);
  }
  const seen = new Set<number>();
  for (const { movement_id: id, amount_cents, owed_change_cents, paid_change_cents, occurred_at } of lines) {
    if (seen.has(id)) problems.push(`${currency}: movement ${id} is listed twice.`);
    seen.add(id);
    if (!String(occurred_at).startsWith(month))
      problems.push(`${currency}: movement ${id} is not of ${month}.`);
    const changes = [owed_change_cents, paid_change_cents];
    if (changes.some((cents) => cents !== 0 && Math.abs(cents) !== amount_cents))
      problems.push(`${currency}: movement ${id} of ${amount_cents} changes a balance by another amount.`);
  }
  for (const { id, amount_cents } of payouts) {
    const paid = lines.filter((line) => line.payout_id === id && !line.kind.startsWith('un'));
    const sum = paid.reduce((total, line) => total + BigInt(line.paid_change_cents), 0n);
    if (sum !== BigInt(amount_cents))
      problems.push(`${currency}: payout ${id} of ${amount_cents} pays ${sum}.`);
  }
  return problems;
}
