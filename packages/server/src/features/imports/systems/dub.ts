import type { ImportMapping } from '@svc/contract';

/** The columns of Dub's exports: partners, customers, and commissions. Its amounts are in whole units there. */
export const DUB: ImportMapping = {
  system: 'Dub',
  partners: {
    columns: {
      email: ['Email'],
      name: ['Name'],
      partner_id: ['ID'],
      status: ['Status'],
      link: ['Link key'],
      revenue: ['Revenue', 'Sale amount'],
      earnings: ['Commissions'],
    },
    statuses: {
      approved: 'approved',
      pending: 'pending',
      invited: 'pending',
      rejected: 'rejected',
      declined: 'rejected',
      deactivated: 'suspended',
      archived: 'suspended',
      banned: 'suspended',
    },
  },
  customers: {
    columns: {
      customer_key: ['External ID', 'Stripe customer ID', 'Email'],
      email: ['Email'],
      partner_email: ['Partner email'],
      partner_id: ['Partner ID'],
      signed_up_at: ['Created at'],
    },
  },
  commissions: {
    columns: {
      commission_id: ['ID'],
      partner_email: ['Partner email'],
      partner_id: ['Partner ID'],
      amount: ['Earnings'],
      currency: ['Currency'],
      status: ['Status'],
      occurred_at: ['Created at'],
      transaction_id: ['Invoice ID'],
      customer_key: ['Customer external ID', 'Customer email'],
      customer_email: ['Customer email'],
      sale_amount: ['Amount'],
    },
    statuses: {
      pending: 'unpaid',
      processed: 'unpaid',
      hold: 'unpaid',
      paid: 'paid',
      refunded: 'void',
      duplicate: 'void',
      fraud: 'void',
      canceled: 'void',
    },
  },
};
