import type { ImportKind } from '@svc/contract';

/** What a file can say of a row, by what the row is. A mapping names the columns. */
export const FIELDS = {
  partners: [
    'email',
    'name',
    'first_name',
    'last_name',
    'partner_id',
    'status',
    'link',
    'revenue',
    'revenue_cents',
    'earnings',
    'earnings_cents',
    'currency',
  ],
  customers: ['customer_key', 'email', 'partner_email', 'partner_id', 'signed_up_at', 'status'],
  sales: [
    'transaction_id',
    'customer_key',
    'customer_email',
    'partner_email',
    'partner_id',
    'amount',
    'amount_cents',
    'tax',
    'tax_cents',
    'refunded',
    'refunded_cents',
    'currency',
    'occurred_at',
    'status',
  ],
  commissions: [
    'commission_id',
    'partner_email',
    'partner_id',
    'amount',
    'amount_cents',
    'currency',
    'status',
    'occurred_at',
    'transaction_id',
    'customer_key',
    'customer_email',
    'sale_amount',
    'sale_amount_cents',
    'sale_currency',
    'refunded',
    'refunded_cents',
    'tax',
    'tax_cents',
  ],
} as const satisfies Record<ImportKind, readonly string[]>;

/** Of each of these, a file must have one. */
export const NEEDED: Record<ImportKind, readonly (readonly string[])[]> = {
  partners: [['email']],
  customers: [['customer_key'], ['partner_email', 'partner_id']],
  sales: [
    ['customer_key'],
    ['partner_email', 'partner_id'],
    ['amount', 'amount_cents'],
    ['occurred_at'],
    ['transaction_id'],
  ],
  commissions: [
    ['commission_id'],
    ['partner_email', 'partner_id'],
    ['amount', 'amount_cents'],
    ['occurred_at'],
  ],
};

/** What statuses of a file can mean here, and what counts where it has none. */
export const STATUSES: Record<ImportKind, { readonly known: readonly string[]; readonly otherwise: string }> =
  {
    partners: { known: ['approved', 'pending', 'rejected', 'suspended', 'skip'], otherwise: 'approved' },
    customers: { known: ['import', 'skip'], otherwise: 'import' },
    sales: { known: ['import', 'skip'], otherwise: 'import' },
    commissions: { known: ['unpaid', 'paid', 'void', 'skip'], otherwise: 'unpaid' },
  };
