/**
 * What is stored before a benchmark begins. Everything in it follows from a row's number alone, so that the load
 * generator can name clicks and customers that SQL has created, without asking for them.
 */
export interface Dataset {
  readonly name: 'empty' | 'filled';
  readonly links: number;
  readonly clicks: number;
  /** Each came by a click of its own, has a key and a lead. */
  readonly customers: number;
  /** One each of the first customers, with commission and movement. At most as many as customers. */
  readonly sales: number;
  /** How many of the newest clicks nobody has become a customer by: those that leads may name. */
  readonly openClicks: number;
  /** Time of the first click, and between two. */
  readonly startMs: number;
  readonly stepMs: number;
}

const DAY_MS = 86_400_000;
const CLICK_NUMBER_STEP = 104_729;
/** No divisor of any round number, so that a walk in steps of it visits all and keeps jumping. */
const WALK_STEP = 7_919;

export const PROGRAM = {
  workspace: 'Benchmark',
  name: 'Benchmark Partners',
  domain: 'shop.test',
  origin: 'https://shop.test',
  apiToken: 'svc_test_benchmark',
  currency: 'USD',
  holdDays: 30,
  processorAccount: 'acct_benchmark',
  ownerEmail: 'owner@shop.test',
  ownerPassword: 'correct-horse-1',
} as const;

function datasetOf(dataset: Omit<Dataset, 'startMs' | 'stepMs'>, nowMs: number, days: number): Dataset {
  const spanMs = days * DAY_MS;
  return { ...dataset, startMs: nowMs - spanMs, stepMs: Math.floor(spanMs / (dataset.clicks + 1)) };
}

/** A service that has just been set up, with the customers and clicks that sales and leads need. */
export function emptyDataset(nowMs: number, links: number, openClicks: number): Dataset {
  const customers = 2_000;
  const rows = { links, clicks: customers + openClicks, customers, sales: 0, openClicks };
  return datasetOf({ name: 'empty', ...rows }, nowMs, 30);
}

/** A service with half a year behind it: so many clicks, or enough for the leads that are to come, and three sales for every hundred of them. */
export function filledDataset(
  nowMs: number,
  links: number,
  openClicks: number,
  wantedClicks: number,
  sales = Math.round((wantedClicks * 3) / 100),
): Dataset {
  const clicks = Math.max(wantedClicks, 5 * openClicks);
  const customers = Math.round(wantedClicks / 20);
  const rows = { links, clicks, customers, sales: Math.min(sales, customers), openClicks };
  return datasetOf({ name: 'filled', ...rows }, nowMs, 180);
}

/** A service that has sold much: a customer for each sale, and two clicks for each customer. */
export function soldDataset(nowMs: number, sales: number): Dataset {
  const clicks = 2 * sales;
  const rows = { links: 10, clicks, customers: sales, sales, openClicks: 0 };
  return datasetOf({ name: 'filled', ...rows }, nowMs, 180);
}

/** The two numbers of the id of the click in this place. */
export function clickKeyAt(dataset: Dataset, index: number): { number: number; clickedMs: number } {
  return {
    number: index * CLICK_NUMBER_STEP + 1,
    clickedMs: dataset.startMs + index * dataset.stepMs,
  };
}

/** The same as `clickKeyAt`, in SQL: `[clicked_ms, number]` of the click whose place is `index`. */
export function clickKeySql(dataset: Dataset, index: string): readonly [string, string] {
  return [
    `(${dataset.startMs}::bigint + ${index} * ${dataset.stepMs})`,
    `(${index} * ${CLICK_NUMBER_STEP}::bigint + 1)`,
  ];
}

/** How many clicks lie between those of one customer and the next. */
export function clicksPerCustomer(dataset: Dataset): number {
  return Math.floor((dataset.clicks - dataset.openClicks) / dataset.customers);
}

/** The id of the `count`-th click that a lead may name; in no order of time. */
export function openClickId(dataset: Dataset, count: number): string {
  const { clicks, openClicks } = dataset;
  const place = clicks - openClicks + ((count * WALK_STEP) % openClicks);
  const { number, clickedMs } = clickKeyAt(dataset, place);
  return `cust_${number}_${clickedMs}`;
}

/** The key of a stored customer; calls with 0, 1, 2… jump through all of them. */
export function customerKeyAt(dataset: Dataset, count: number): string {
  return `customer-${(count * WALK_STEP) % dataset.customers}`;
}

export function shortLinkAt(index: number): string {
  return `partner-${index}`;
}

/** The code of the partner who has this link. */
export function codeAt(index: number): string {
  return `CODE-${index}`;
}
