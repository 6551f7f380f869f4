import type { ImportMapping } from '@svc/contract';

/** The names of PartnerStack's API: partnerships, customers, transactions, and rewards. Amounts are in cents there. */
export const PARTNERSTACK: ImportMapping = {
  system: 'PartnerStack',
  partners: {
    columns: {
      email: ['email', 'partner email'],
      first_name: ['first_name'],
      last_name: ['last_name'],
      name: ['name', 'partner name'],
      partner_id: ['partnership_key', 'key', 'partner_key'],
      status: ['approved_status', 'status'],
      link: ['link key', 'sub id'],
    },
    statuses: {
      approved: 'approved',
      active: 'approved',
      pending: 'pending',
      declined: 'rejected',
      archived: 'suspended',
    },
  },
  customers: {
    columns: {
      customer_key: ['customer_key', 'external_key', 'provider_key', 'email'],
      email: ['email', 'customer email'],
      partner_email: ['partnership email', 'partner email'],
      partner_id: ['partnership_key', 'partner_key'],
      signed_up_at: ['created_at'],
    },
  },
  sales: {
    columns: {
      transaction_id: ['key', 'transaction key'],
      customer_key: ['customer_key', 'customer external key', 'customer customer key', 'customer email'],
      customer_email: ['customer email'],
      partner_email: ['partnership email', 'partner email'],
      partner_id: ['partnership_key', 'partner_key'],
      amount_cents: ['amount'],
      currency: ['currency'],
      occurred_at: ['created_at'],
    },
  },
  commissions: {
    columns: {
      commission_id: ['key', 'reward key'],
      partner_email: ['partnership email', 'partner email'],
      partner_id: ['partnership_key', 'partner_key'],
      amount_cents: ['amount'],
      currency: ['currency'],
      status: ['reward_status', 'status'],
      occurred_at: ['created_at'],
      transaction_id: ['transaction_key', 'transaction key'],
      customer_key: ['customer external key', 'customer_key', 'customer email'],
      customer_email: ['customer email'],
      sale_amount_cents: ['transaction amount'],
      sale_currency: ['transaction currency'],
    },
    statuses: {
      hold: 'unpaid',
      pending: 'unpaid',
      approved: 'unpaid',
      scheduled: 'unpaid',
      declined: 'void',
      paid: 'paid',
    },
  },
};
