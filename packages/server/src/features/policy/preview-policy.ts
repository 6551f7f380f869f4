import { PolicyPreview, PolicyPreviewAnswer, parseIsoTime } from '@svc/contract';
import type { RecordedEarning, ReplayedEarning, ReplayPolicy } from '@svc/core';
import type { ClientBase } from 'pg';
import type { Static } from 'typebox';
import { withClient } from '../../database/transaction.js';
import { unchanged } from '../../operations/change.js';
import { defineOperation } from '../../operations/define-operation.js';
import { RefusedError } from '../../operations/refused-error.js';
import { ruleOfTerms } from '../rules/rule-of-terms.js';
import { termsFromInput } from '../rules/terms-from-input.js';
import { replayProgram } from './replay-program.js';

/** What a preview may replay. `svc-server replay` has no limit. */
const MAX_SALES = 200_000;
const MAX_CHANGES = 100;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DAY_MS = 86_400_000;

type Answer = Static<typeof PolicyPreviewAnswer>;
type Change = Answer['changes'][number];

interface Sum {
  sales: number;
  earned: bigint;
  preview: bigint;
}

/** Sums what was replayed by partner and currency, and keeps the newest sales that change. */
function createSummary() {
  const sums = new Map<string, { readonly partnerId: number; readonly currency: string } & Sum>();
  const changes: Change[] = [];
  let sales = 0;
  let changed = 0;
  const sumOf = (partnerId: number, currency: string) => {
    const key = `${partnerId} ${currency}`;
    const known = sums.get(key);
    if (known !== undefined) return known;
    const sum = { partnerId, currency, sales: 0, earned: 0n, preview: 0n };
    sums.set(key, sum);
    return sum;
  };
  const add = (one: ReplayedEarning) => {
    const { kind, recorded, replayed, fromPartnerId, toPartnerId } = one;
    if (recorded) sumOf(recorded.partnerId, recorded.currency).earned += BigInt(recorded.leftCents);
    if (replayed) {
      const sum = sumOf(replayed.partnerId, replayed.currency);
      sum.preview += BigInt(replayed.leftCents);
      if (kind === 'sale') sum.sales += 1;
    }
    if (kind !== 'sale') return;
    sales += 1;
    if (fromPartnerId === toPartnerId && isSame(recorded, replayed)) return;
    changed += 1;
    changes.push(changeOf(one));
    if (changes.length < 2 * MAX_CHANGES) return;
    changes.sort(newestFirst).splice(MAX_CHANGES);
  };
  return {
    add,
    finish: () => ({
      sums: [...sums.values()],
      changes: changes.sort(newestFirst).slice(0, MAX_CHANGES),
      sales,
      changed,
    }),
  };
}

function isSame(one: RecordedEarning | null, other: RecordedEarning | null): boolean {
  if (one === null || other === null) return one === other;
  return one.leftCents === other.leftCents && one.currency === other.currency;
}

function newestFirst(a: Change, b: Change): number {
  return a.occurred_at < b.occurred_at
    ? 1
    : a.occurred_at > b.occurred_at
      ? -1
      : (b.sale_id ?? 0) - (a.sale_id ?? 0);
}

function changeOf(one: ReplayedEarning): Change {
  const { saleId, transactionId, occurredAtMs, recorded, replayed, fromPartnerId, toPartnerId } = one;
  return {
    sale_id: saleId,
    transaction_id: transactionId ?? '',
    occurred_at: new Date(occurredAtMs).toISOString(),
    from_partner_id: fromPartnerId,
    to_partner_id: toPartnerId,
    commission_cents: recorded?.leftCents ?? 0,
    currency: recorded?.currency ?? replayed?.currency ?? null,
    preview_cents: replayed?.leftCents ?? 0,
    preview_currency: replayed?.currency ?? recorded?.currency ?? null,
  };
}

function policyFrom(input: Static<typeof PolicyPreview>): ReplayPolicy {
  const fromMs = parseIsoTime(input.from);
  if (fromMs === null) throw new RefusedError('field_invalid', 'from');
  const endMs = parseIsoTime(input.to);
  if (endMs === null) throw new RefusedError('field_invalid', 'to');
  const toMs = DAY.test(input.to) ? endMs + DAY_MS : endMs;
  if (toMs <= fromMs) throw new RefusedError('field_invalid', 'to');
  return {
    fromMs,
    toMs,
    cookieWindowDays: input.cookie_window_days ?? null,
    attributionPrecedence: input.attribution_precedence ?? null,
    rule:
      input.commission === undefined
        ? null
        : ruleOfTerms(termsFromInput(input.commission), { partnerId: null }),
  };
}

function refuseTooMany(sales: number): void {
  if (sales > MAX_SALES) throw new RefusedError('period_too_long');
}

async function namesOf(client: ClientBase, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const { rows } = await client.query<{ readonly id: number; readonly name: string }>(
    'select id, name from partners where id = any($1::bigint[])',
    [ids],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/**
 * Replays the clicks, leads and sales of a period as if another policy had been in force in it. Changes nothing. Contract 2
 * section 16.
 */
export const previewPolicy = defineOperation({
  name: 'previewPolicy',
  route: 'POST /api/programs/:programId/policy/preview',
  permission: 'program:read',
  alsoNeeds: ['report:read'],
  summary:
    'What each partner would have earned in a period under another attribution window, precedence or commission rule',
  input: PolicyPreview,
  output: PolicyPreviewAnswer,
  errors: ['period_too_long'],
  audit: 'policy.preview',
  changesNothing: true,
  long: 'preview',
  // Outside of the transaction, which would keep an embedded database for itself.
  prepare: (call) => withClient(call.pool, (client) => preview(client, call)),
  run: async ({ prepared }) => unchanged(prepared),
});

interface PreviewCall {
  readonly scope: { readonly programId: number };
  readonly input: Static<typeof PolicyPreview>;
  readonly signal: AbortSignal | null;
  onProgress(done: number, total: number | null): void;
}

async function preview(
  client: ClientBase,
  { scope: { programId }, input, signal, onProgress }: PreviewCall,
): Promise<Answer> {
  const policy = policyFrom(input);
  const summary = createSummary();
  const onReplayed = (earnings: readonly ReplayedEarning[]) => earnings.forEach(summary.add);
  const replay = { programId, policy, onReplayed, onProgress, onCounted: refuseTooMany, signal };
  if (!(await replayProgram(client, replay))) throw new RefusedError('not_found');
  const { sums, changes, sales, changed } = summary.finish();
  const names = await namesOf(client, [...new Set(sums.map(({ partnerId }) => partnerId))]);
  const partners = sums
    .map(({ partnerId, currency, sales: count, earned, preview }) => ({
      partner_id: partnerId,
      name: names.get(partnerId) ?? '',
      currency,
      sales: count,
      commission_cents: earned,
      preview_cents: preview,
      difference_cents: preview - earned,
    }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en') || a.currency.localeCompare(b.currency, 'en'));
  const times = { from: new Date(policy.fromMs).toISOString(), to: new Date(policy.toMs).toISOString() };
  const answer = { ...times, sales, changed_sales: changed, partners, changes };
  return { ...answer, currencies: totalsOf(sums) } as Answer;
}

function totalsOf(sums: readonly ({ readonly currency: string } & Sum)[]) {
  const totals = new Map<string, { earned: bigint; preview: bigint }>();
  for (const { currency, earned, preview } of sums) {
    const total = totals.get(currency) ?? { earned: 0n, preview: 0n };
    totals.set(currency, { earned: total.earned + earned, preview: total.preview + preview });
  }
  return [...totals]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, { earned, preview }]) => ({
      currency,
      commission_cents: earned,
      preview_cents: preview,
      difference_cents: preview - earned,
    }));
}
