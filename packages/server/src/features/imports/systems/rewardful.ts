import type { ImportMapping } from '@svc/contract';

/** The names of Rewardful's API: affiliates, referrals, and commissions with the sale that each is of. */
export const REWARDFUL: ImportMapping = {
  system: 'Rewardful',
  partners: {
    columns: {
      email: ['email', 'affiliate email'],
      first_name: ['first_name', 'affiliate first name'],
      last_name: ['last_name', 'affiliate last name'],
      partner_id: ['id', 'affiliate id'],
      status: ['state', 'status'],
      link: ['token', 'link token', 'links token'],
    },
    statuses: {
      active: 'approved',
      disabled: 'suspended',
      suspicious: 'suspended',
      invited: 'pending',
      new: 'pending',
    },
  },
  customers: {
    columns: {
      customer_key: ['stripe_customer_id', 'imported id', 'customer id'],
      email: ['customer email', 'referral email'],
      partner_email: ['affiliate email', 'email'],
      partner_id: ['affiliate id'],
      signed_up_at: ['became_lead_at', 'created_at'],
      status: ['conversion_state', 'status'],
    },
    statuses: { visitor: 'skip', lead: 'import', conversion: 'import' },
  },
  commissions: {
    columns: {
      commission_id: ['id', 'commission id'],
      partner_email: ['affiliate email', 'sale affiliate email'],
      partner_id: ['affiliate id', 'sale affiliate id'],
      amount_cents: ['amount', 'amount_cents'],
      amount: ['commission', 'commission amount'],
      currency: ['currency'],
      status: ['state', 'status'],
      occurred_at: ['charged_at', 'sale charged at', 'created_at'],
      transaction_id: ['stripe_charge_id', 'sale stripe charge id', 'charge id'],
      customer_key: ['stripe_customer_id', 'sale referral stripe customer id', 'customer id'],
      customer_email: ['customer email', 'sale referral customer email'],
      sale_amount_cents: ['charge_amount_cents', 'sale charge amount cents', 'sale_amount_cents'],
      sale_amount: ['charge amount', 'sale amount'],
      sale_currency: ['sale currency'],
      refunded_cents: ['refund_amount_cents', 'sale refund amount cents'],
      refunded: ['refund amount'],
      tax_cents: ['tax_amount_cents', 'sale tax amount cents'],
      tax: ['tax amount'],
    },
    statuses: { pending: 'unpaid', due: 'unpaid', paid: 'paid', voided: 'void' },
  },
};
