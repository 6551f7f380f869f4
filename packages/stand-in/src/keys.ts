import { randomBytes } from 'node:crypto';

export type Mode = 'live' | 'test';

/** Permission names of restricted keys, as the provider's API uses them. */
export const PERMISSIONS = [
  'rak_webhook_write',
  'rak_checkout_session_read',
  'rak_invoice_read',
  'rak_charge_read',
  'rak_dispute_read',
  'rak_subscription_read',
  'rak_customer_read',
  'rak_event_read',
] as const;

export interface KeyOptions {
  readonly account: string;
  readonly mode: Mode;
  /** All that a service needs when not given. */
  readonly permissions?: readonly string[];
}

/** API key of an account. */
export interface ApiKey {
  readonly key: string;
  readonly account: string;
  readonly mode: Mode;
  readonly permissions: ReadonlySet<string>;
  state: 'valid' | 'expired' | 'revoked';
}

/** Creates a restricted key. */
export function createApiKey({ account, mode, permissions = PERMISSIONS }: KeyOptions): ApiKey {
  const key = `rk_${mode}_${randomBytes(24).toString('base64url').replaceAll(/[-_]/g, 'x')}`;
  return { key, account, mode, permissions: new Set(permissions), state: 'valid' };
}

/** Permission that each part of the API requires; several names: any of them suffices. */
const REQUIRED: readonly (readonly [method: RegExp, path: RegExp, permissions: readonly string[]])[] = [
  [/^GET$/, /^\/v1\/webhook_endpoints/, ['rak_webhook_read', 'rak_webhook_write']],
  [/./, /^\/v1\/webhook_endpoints/, ['rak_webhook_write']],
  [/^GET$/, /^\/v1\/checkout\/sessions/, ['rak_checkout_session_read']],
  [/^GET$/, /^\/v1\/(invoices|invoice_payments)/, ['rak_invoice_read']],
  [/^GET$/, /^\/v1\/credit_notes/, ['rak_credit_note_read', 'rak_invoice_read']],
  [/^GET$/, /^\/v1\/(charges|refunds)/, ['rak_charge_read']],
  [/^GET$/, /^\/v1\/disputes/, ['rak_dispute_read']],
  [/^GET$/, /^\/v1\/subscriptions/, ['rak_subscription_read']],
  [/^GET$/, /^\/v1\/(customers|balance_transactions)/, ['rak_customer_read']],
  [/^GET$/, /^\/v1\/events/, ['rak_event_read']],
  [/^GET$/, /^\/v1\/account$/, ['rak_connected_account_read']],
];

/** Returns the permission that a key lacks for a request; null if it has it, or if the request needs none. */
export function missingPermission({ permissions }: ApiKey, method: string, path: string): string | null {
  const required = REQUIRED.find(([methods, paths]) => methods.test(method) && paths.test(path))?.[2];
  if (required === undefined || required.some((one) => permissions.has(one))) return null;
  return required[0] ?? null;
}

/** Returns a key as the provider's texts show it. */
export function maskKey(key: string): string {
  return `${key.slice(0, 8)}${'*'.repeat(20)}${key.slice(-6)}`;
}
