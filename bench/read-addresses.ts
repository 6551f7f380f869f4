import type { Dataset } from './dataset.js';

const PROGRAM = '/api/programs/1';
const PARTNER_PROGRAM = '/api/partner/programs/1';
const WORKSPACE = '/api/workspaces/1';
const PARTNER = 1;
const DAY_MS = 86_400_000;

/** What the p95 of reads has to stay below. */
export const MAX_P95_MS = {
  /** Lists and reports. */
  read: 100,
  /** Totals by value, of which there are a thousand times as many as by day. */
  breakdown: 300,
  /** What is found by a part of it. */
  search: 150,
  /** Counted from every sale and customer of a program, or every click of a period, at each request. */
  counted: 2_000,
  /** Computed from every sale of a period at each request. */
  preview: 500,
} as const;

/** A read of the dashboard or the portal. `isDeep`: a list that is also read far from its newest page. */
export interface ReadAddress {
  readonly path: string;
  readonly kind: keyof typeof MAX_P95_MS;
  readonly isDeep?: boolean;
}

const utcDay = (timeMs: number) => new Date(timeMs).toISOString().slice(0, 10);

/** Every list and report, as pages ask for them, with each way of narrowing a list down. */
export function readAddresses({ customers, sales }: Dataset, nowMs: number): ReadAddress[] {
  const saleId = 2 * customers + Math.ceil(sales / 2);
  const commissionId = saleId + sales;
  const period = (days: number) => `from=${utcDay(nowMs - days * DAY_MS)}&to=${utcDay(nowMs)}`;
  const deep = (path: string): ReadAddress => ({ path, kind: 'read', isDeep: true });
  const plain = (path: string): ReadAddress => ({ path, kind: 'read' });
  const preview = (path: string): ReadAddress => ({ path, kind: 'preview' });
  const counted = (path: string): ReadAddress => ({ path: `${PROGRAM}/${path}`, kind: 'counted' });
  const breakdown = (query: string): ReadAddress => ({
    path: `${PROGRAM}/breakdown?${query}&${period(90)}`,
    kind: 'breakdown',
  });
  return [
    ...['/api/me', '/api/tracking/status/1', `${WORKSPACE}/programs`].map(plain),
    ...['overview', 'attention', 'integration'].map((name) => plain(`${PROGRAM}/${name}`)),
    plain(`${PROGRAM}/overview?${period(180)}`),
    plain(`${PROGRAM}/report?${period(180)}`),
    plain(`${PROGRAM}/report.csv?by=link&${period(180)}`),
    ...['by=sub1', `by=sub1&partner_id=${PARTNER}`, 'by=link'].map(breakdown),
    ...[`cohorts?${period(365)}`, `breakdown?by=sub1&link_id=1&${period(30)}`].map(counted),
    deep(`${PROGRAM}/events`),
    deep(`${PROGRAM}/customers`),
    deep(`${PROGRAM}/customers?partner_id=${PARTNER}`),
    plain(`${PROGRAM}/customers?customer_key=customer-1`),
    plain(`${PROGRAM}/customers/1`),
    ...searchAddresses(customers, sales),
    ...sortAddresses(),
    deep(`${PROGRAM}/sales`),
    deep(`${PROGRAM}/sales?partner_id=${PARTNER}`),
    plain(`${PROGRAM}/sales?customer_id=1`),
    plain(`${PROGRAM}/sales?transaction_id=stored-1`),
    plain(`${PROGRAM}/sales/${saleId}/explain`),
    deep(`${PROGRAM}/commissions`),
    deep(`${PROGRAM}/commissions?status=pending`),
    plain(`${PROGRAM}/commissions?status=held`),
    deep(`${PROGRAM}/commissions?partner_id=${PARTNER}`),
    deep(`${PROGRAM}/commissions?status=pending&partner_id=${PARTNER}`),
    plain(`${PROGRAM}/commissions?status=held&partner_id=${PARTNER}`),
    deep(`${PROGRAM}/commissions?${period(15)}`),
    plain(`${PROGRAM}/commissions?from=2020-01-01&to=2020-12-31`),
    plain(`${PROGRAM}/commissions?customer_key=customer-1`),
    plain(`${PROGRAM}/commissions/totals`),
    plain(`${PROGRAM}/commissions/totals?partner_id=${PARTNER}&${period(15)}`),
    plain(`${PROGRAM}/commissions/totals?${period(15)}`),
    plain(`${PROGRAM}/commissions/${commissionId}/explain`),
    plain(`${PROGRAM}/partners`),
    plain(`${PROGRAM}/partners?status=pending`),
    plain(`${PROGRAM}/partners/${PARTNER}`),
    plain(`${PROGRAM}/links`),
    plain(`${PROGRAM}/keys`),
    plain(`${PROGRAM}/rules`),
    preview(`${PROGRAM}/rules/preview?type=percent&basis_points=2500`),
    preview(`${PROGRAM}/rules/preview?type=percent&basis_points=2500&duration_months=12`),
    preview(`${PROGRAM}/rules/preview?type=flat&amount_cents=500&partner_id=${PARTNER}`),
    plain(`${PROGRAM}/payouts`),
    plain(`${PROGRAM}/payouts/due`),
    plain(`${PROGRAM}/payout-runs`),
    plain(`${PROGRAM}/claims`),
    plain(`${WORKSPACE}/audit`),
    ...['members', 'processor-events', 'processor-coverage'].map((name) => plain(`${WORKSPACE}/${name}`)),
    ...['/api/partner/programs', PARTNER_PROGRAM].map(plain),
    plain(`${PARTNER_PROGRAM}/statistics?${period(180)}`),
    plain(`${PARTNER_PROGRAM}/links`),
    deep(`${PARTNER_PROGRAM}/commissions`),
    plain(`${PARTNER_PROGRAM}/payouts`),
    plain(`${PARTNER_PROGRAM}/claims`),
  ];
}

/** Beginnings of few rows and of all, a part of one and of many of the newest, and what nothing has. */
function searchAddresses(customers: number, sales: number): ReadAddress[] {
  const found = (list: string, text: string): ReadAddress => ({
    path: `${PROGRAM}/${list}?q=${text}`,
    kind: 'search',
  });
  const ofCustomers = ['customer-1234', 'customer', `er-${customers - 5}`, '5', 'partner', 'unheard'];
  const ofSales = ['stored-1234', 'stored', `red-${sales - 5}`];
  return [
    ...ofCustomers.flatMap((text) =>
      ['customers', 'sales', 'commissions', 'events'].map((list) => found(list, text)),
    ),
    ...ofSales.flatMap((text) => ['sales', 'commissions', 'events'].map((list) => found(list, text))),
    ...['partners', 'links', 'codes'].map((list) => found(list, 'partner')),
  ];
}

function sortAddresses(): ReadAddress[] {
  return [
    `${PROGRAM}/customers?sort=customer_key`,
    `${PROGRAM}/sales?sort=-amount_cents`,
    `${PROGRAM}/sales?sort=occurred_at`,
    `${PROGRAM}/commissions?sort=amount_cents`,
    `${PROGRAM}/commissions?sort=amount_cents&status=pending`,
    `${PROGRAM}/events?sort=occurred_at`,
    `${PARTNER_PROGRAM}/commissions?sort=-amount_cents`,
    `${PROGRAM}/partners?sort=name`,
  ].map((path) => ({ path, kind: 'read', isDeep: true }));
}
