import type { ImportMapping } from '@svc/contract';

/** The names of FirstPromoter's API: promoters, referrals, and commissions with the sale that each is of. Amounts are in cents there. */
export const FIRSTPROMOTER: ImportMapping = {
  system: 'FirstPromoter',
  partners: {
    columns: {
      email: ['email', 'promoter email'],
      name: ['name', 'promoter name'],
      first_name: ['first_name', 'profile first name'],
      last_name: ['last_name', 'profile last name'],
      partner_id: ['id', 'promoter id'],
      status: ['state', 'status'],
      link: ['ref_token', 'ref_id', 'referral id', 'default ref id'],
    },
    statuses: {
      accepted: 'approved',
      active: 'approved',
      pending: 'pending',
      rejected: 'rejected',
      blocked: 'suspended',
      inactive: 'suspended',
    },
  },
  customers: {
    columns: {
      customer_key: ['uid', 'user id', 'email'],
      email: ['email'],
      partner_email: ['promoter email', 'promoter_campaign promoter email'],
      partner_id: ['promoter id'],
      signed_up_at: ['created_at', 'lead since'],
    },
  },
  commissions: {
    columns: {
      commission_id: ['id', 'commission id'],
      partner_email: ['promoter email', 'promoter_campaign promoter email'],
      partner_id: ['promoter id'],
      amount_cents: ['amount'],
      amount: ['commission', 'commission amount'],
      currency: ['currency', 'original_sale_currency'],
      status: ['payout status', 'status'],
      occurred_at: ['created_at', 'date'],
      transaction_id: ['event_id', 'transaction id', 'charge id'],
      customer_key: ['referral uid', 'uid', 'referral email', 'customer email'],
      customer_email: ['referral email', 'customer email'],
      sale_amount_cents: ['original_sale_amount', 'sale_amount'],
      sale_amount: ['sale total'],
      sale_currency: ['original_sale_currency'],
    },
    statuses: { pending: 'unpaid', approved: 'unpaid', denied: 'void', paid: 'paid', unpaid: 'unpaid' },
  },
};
