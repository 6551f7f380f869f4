import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ImportKind } from '@svc/contract';
import type { Pool } from 'pg';
import { expect } from 'vitest';
import { findReplayDifferences } from '../../src/features/policy/find-replay-differences.js';
import { type OpenProgram, openProgram } from '../support/open-program.js';
import type { RunningService } from '../support/service.js';

const SAMPLES = join(import.meta.dirname, 'samples');
const KINDS: readonly (readonly [RegExp, ImportKind])[] = [
  [/commission|reward/, 'commissions'],
  [/transaction/, 'sales'],
  [/customer|referral|lead/, 'customers'],
  [/partner|affiliate|promoter/, 'partners'],
];
/** A rule that pays twelve months from the first sale. */
export const RULE = { type: 'percent', basis_points: 2000, duration_months: 12 };

interface File {
  readonly kind: ImportKind;
  readonly name: string;
  readonly text: string;
}

/** The files of a system, with keys and links that no other test has. */
export function filesOf(system: string, mark: string): File[] {
  return readdirSync(join(SAMPLES, system)).map((name) => ({
    name,
    kind: KINDS.find(([word]) => word.test(name))?.[1] ?? 'partners',
    text: readFileSync(join(SAMPLES, system, name), 'utf8')
      .replaceAll(/\b(cus_[AB]\d|ch_\d)\b/g, `$1${mark}`)
      .replaceAll(/\b(maria|tom-b)(?=[,\n])/g, `$1${mark}`),
  }));
}

/** A program whose rule pays for twelve months, and what makes keys of its own. */
export async function openImporting(
  service: RunningService,
): Promise<OpenProgram & { readonly mark: string }> {
  const opened = await openProgram(service, { currency: 'USD' });
  const changed = await opened.send('POST', '/rules', { commission: RULE });
  expect(changed.status, JSON.stringify(changed.body)).toBe(200);
  return { ...opened, mark: `-${opened.program.programId}` };
}

/** What a replay of the program finds. */
export async function replayed(pool: Pool, programId: number) {
  const client = await pool.connect();
  try {
    return (await findReplayDifferences(client, { programId }))?.differences;
  } finally {
    client.release();
  }
}

export const PARTNERS = 'email,name,status\nmaria@example.com,Maria,active\n';
/** A mapping that somebody wrote. */
export const MAPPING = {
  system: 'Homegrown',
  partners: {
    columns: { email: 'email', name: 'name', status: 'status' },
    statuses: { active: 'approved', gone: 'skip' },
  },
  customers: { columns: { customer_key: 'customer', partner_email: 'partner', signed_up_at: 'since' } },
  sales: {
    columns: {
      transaction_id: 'order',
      customer_key: 'customer',
      partner_email: 'partner',
      amount: 'amount',
      currency: 'currency',
      occurred_at: 'paid',
      refunded: 'refunded',
    },
  },
};
export const salesFile = (...lines: string[]) => ({
  kind: 'sales',
  name: 'sales.csv',
  text: ['order,customer,partner,amount,currency,paid,refunded', ...lines, ''].join('\n'),
});
export const partnersFile = (text = PARTNERS) => ({ kind: 'partners', name: 'partners.csv', text });
