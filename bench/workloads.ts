import { codeAt, customerKeyAt, type Dataset, openClickId, PROGRAM, shortLinkAt } from './dataset.js';

export const WORKLOADS = ['click', 'redirect', 'lead', 'sale', 'coded', 'mixed'] as const;
export type Workload = (typeof WORKLOADS)[number];
export type Kind = Exclude<Workload, 'mixed'>;
export const KINDS = ['click', 'redirect', 'lead', 'sale', 'coded'] as const satisfies readonly Kind[];
export type Counts = Record<Kind, number>;

/** Of 100 requests of the mixed workload. */
const MIX: Counts = { click: 90, redirect: 0, lead: 7, sale: 3, coded: 0 };

export interface Request {
  readonly kind: Kind;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

const JSON_TYPE = { 'content-type': 'application/json' };
const USER_AGENT = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
};
const BROWSER = { ...JSON_TYPE, origin: PROGRAM.origin, ...USER_AGENT };
const SERVER = { ...JSON_TYPE, authorization: `Bearer ${PROGRAM.apiToken}` };

/** Makes requests, no two alike. */
export interface Generator {
  next(workload: Workload): Request;
  /** How many requests of each kind it has made. */
  readonly made: Counts;
}

/**
 * Requests as integrators send them: clicks from a page, visits of redirect links, leads with a stored click and a new customer key, sales of
 * stored customers with transaction ids of their own, and first sales of new customers that a code brought. `run` keeps the ids of one generator apart from another's.
 * Throws when leads have named all clicks that were stored for them, unless the receiver stores nothing.
 */
export function createGenerator(
  dataset: Dataset,
  options: { readonly run: string; readonly isStored: boolean },
): Generator {
  const { run, isStored } = options;
  const made: Counts = { click: 0, redirect: 0, lead: 0, sale: 0, coded: 0 };
  const mix = spread(MIX);
  let mixed = 0;
  const makers: Record<Kind, (count: number) => Request> = {
    click: (count) => ({
      kind: 'click',
      method: 'POST',
      path: '/api/v1/track/click',
      headers: BROWSER,
      body: `{"affiliate_url":"https://${PROGRAM.domain}/?aff=${shortLinkAt(count % dataset.links)}&visit=${count}"}`,
    }),
    redirect: (count) => ({
      kind: 'redirect',
      method: 'GET',
      path: `/r/${shortLinkAt(count % dataset.links)}?visit=${count}`,
      headers: USER_AGENT,
    }),
    lead(count) {
      if (isStored && count >= dataset.openClicks)
        throw new Error('more leads than clicks were stored for them');
      const clickId = openClickId(dataset, count);
      return {
        kind: 'lead',
        method: 'POST',
        path: '/api/v1/track/lead',
        headers: SERVER,
        body: `{"click_id":"${clickId}","customer_key":"new-${run}-${count}","additional_data":{"note":"signup ${count}"}}`,
      };
    },
    sale: (count) => ({
      kind: 'sale',
      method: 'POST',
      path: '/api/v1/track/sale',
      headers: SERVER,
      body: `{"transaction_id":"txn-${run}-${count}","amount_cents":${1000 + (count % 9000)},"currency":"USD","customer_key":"${customerKeyAt(dataset, count)}"}`,
    }),
    coded: (count) => ({
      kind: 'coded',
      method: 'POST',
      path: '/api/v1/track/sale',
      headers: SERVER,
      body: `{"transaction_id":"coded-${run}-${count}","amount_cents":${1000 + (count % 9000)},"currency":"USD","customer_key":"listener-${run}-${count}","code":"${codeAt(count % dataset.links)}"}`,
    }),
  };
  return {
    made,
    next(workload) {
      const kind = workload === 'mixed' ? (mix[mixed++ % mix.length] as Kind) : workload;
      return makers[kind](made[kind]++);
    },
  };
}

/** 100 kinds in these shares, each kind spread evenly over the hundred. */
function spread(shares: Counts): readonly Kind[] {
  const places = Object.entries(shares).flatMap(([kind, share]) =>
    Array.from({ length: share }, (_, index) => ({ kind: kind as Kind, at: (index + 0.5) / share })),
  );
  return places.toSorted((a, b) => a.at - b.at).map(({ kind }) => kind);
}
