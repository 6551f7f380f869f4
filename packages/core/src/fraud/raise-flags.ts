import type { Customer } from '../model.js';
import type { CodeUse, Evidence, FraudSettings, RaisedFlag } from './flags.js';
import { findSelfReferral, type PartnerAddress } from './self-referral.js';

const FAST_SALE_MS = 10_000;
const MAX_CLICKS_AN_HOUR = 50;
const MAX_CUSTOMERS_A_DAY = 20;
const MAX_TIMES_THE_AVERAGE = 5;
const DAYS_BEFORE = 30;

/** What is known when a sale is credited to a partner. */
export interface FraudFacts {
  readonly settings: FraudSettings;
  /** As the sale finds them. */
  readonly customer: Pick<Customer, 'email' | 'click' | 'clickEvidence' | 'namedBy'>;
  readonly partner: PartnerAddress;
  /** A click is credited with the sale, not a code or a person. */
  readonly isOfClick: boolean;
  readonly soldAtMs: number;
  /** Of the code that brings a new customer with this sale; null: none does. */
  readonly codeUse: CodeUse | null;
}

/** What a program looks for and finds in a sale, in the order of its settings. Contract 2 section 14. */
export function raiseFlags(facts: FraudFacts): RaisedFlag[] {
  return findEvidence(facts).flatMap((evidence): RaisedFlag[] => {
    const action = facts.settings[evidence.flag];
    return action === 'off' ? [] : [{ ...evidence, action }];
  });
}

/** Whether one of the flags holds the commission. */
export function isHeldBy(flags: readonly RaisedFlag[]): boolean {
  return flags.some(({ action }) => action === 'hold');
}

function findEvidence({ customer, partner, isOfClick, soldAtMs, codeUse }: FraudFacts): Evidence[] {
  const found: Evidence[] = [];
  const self = findSelfReferral(customer.email, partner);
  if (self !== null) found.push({ flag: 'self_referral', ...self });
  if (isOfClick && customer.click !== null) {
    const { adParameter = null, visitorClicks = null } = customer.clickEvidence ?? {};
    const sinceClickMs = soldAtMs - customer.click.clickedMs;
    if (sinceClickMs <= FAST_SALE_MS) {
      // A processor may say when a sale was made to the second, and so before the click.
      found.push({ flag: 'fast_sale', seconds: Math.max(0, Math.floor(sinceClickMs / 1000)) });
    }
    if (visitorClicks !== null && visitorClicks > MAX_CLICKS_AN_HOUR) {
      found.push({ flag: 'click_burst', clicks: visitorClicks });
    }
    if (adParameter !== null) found.push({ flag: 'paid_search', parameter: adParameter });
  }
  if (codeUse !== null) found.push(...findLeak(codeUse));
  if (customer.namedBy === 'browser') found.push({ flag: 'page_named' });
  return found;
}

function findLeak({ today, before }: CodeUse): Evidence[] {
  const customers = today + 1;
  const isMany = customers > MAX_CUSTOMERS_A_DAY;
  if (!isMany || customers * DAYS_BEFORE <= MAX_TIMES_THE_AVERAGE * before) return [];
  return [{ flag: 'code_leak', customers, average: Math.round((before / DAYS_BEFORE) * 10) / 10 }];
}
