import type { ImportMapping } from '@svc/contract';

/** The names of Tolt's API: partners, customers, and commissions with the revenue of their transactions. Amounts are in cents there. */
export const TOLT: ImportMapping = {
  system: 'Tolt',
  partners: {
    columns: {
      email: ['email', 'partner email'],
      first_name: ['first_name', 'partner first name'],
      last_name: ['last_name', 'partner last name'],
      partner_id: ['id', 'partner id'],
      status: ['status'],
      link: ['value', 'link value', 'link'],
    },
    statuses: { active: 'approved', pending: 'pending', suspended: 'suspended', rejected: 'rejected' },
  },
  customers: {
    columns: {
      customer_key: ['customer_id', 'email'],
      email: ['email'],
      partner_email: ['partner email'],
      partner_id: ['partner id', 'partner_id'],
      signed_up_at: ['created_at', 'lead_at'],
    },
  },
  commissions: {
    columns: {
      commission_id: ['id', 'commission id'],
      partner_email: ['partner email'],
      partner_id: ['partner id', 'partner_id'],
      amount_cents: ['amount'],
      amount: ['commission', 'commission amount'],
      currency: ['currency', 'currency_code', 'partner program currency code'],
      status: ['status'],
      occurred_at: ['created_at', 'date'],
      transaction_id: ['charge_id', 'transaction_id'],
      customer_key: ['customer customer id', 'customer email'],
      customer_email: ['customer email'],
      sale_amount_cents: ['revenue'],
      sale_amount: ['transaction amount'],
    },
    statuses: { pending: 'unpaid', approved: 'unpaid', paid: 'paid', rejected: 'void', refunded: 'void' },
  },
};
