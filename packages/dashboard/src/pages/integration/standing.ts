import type { Answer } from '../../api/client.js';

export type Integration = Answer<'/api/programs/{programId}/integration'>;

/**
 * How far a step is. `live`: real visitors and customers do it; `connected`: it is set up, and waits for the first real one; `tested`: a
 * test event came through, which says nothing about the site.
 */
export type Standing = 'live' | 'connected' | 'tested' | 'pending';

/** How far the three steps are. Payments are set up either way: by the payment provider, or by a server that reports them. */
export function standingsOf({ steps, live, payments_reported: isReported }: Integration) {
  const standing = (isLive: boolean, otherwise: Standing) => (isLive ? 'live' : otherwise);
  const isTested = (step: 'complete' | 'pending') => (step === 'complete' ? 'tested' : 'pending');
  return {
    pageview: standing(live.clicks > 0, isTested(steps.pageview)),
    referrals: standing(live.leads > 0, isTested(steps.referrals)),
    payments: standing(live.sales > 0 || isReported, steps.payments === 'complete' ? 'connected' : 'pending'),
  };
}
