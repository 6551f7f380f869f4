import type { ProgramItem } from '@svc/contract';
import { RefusedError } from '../../operations/refused-error.js';

type RewardTerms = Partial<Pick<ProgramItem, 'lead_source' | 'lead_reward_cents'>>;

/** What decides whether leads of pages earn a reward. */
export function rewardTermsOf({ lead_source, lead_reward_cents }: RewardTerms) {
  return { source: lead_source ?? 'any', isPaid: Boolean(lead_reward_cents) };
}

/**
 * Rejects a program that pays for leads and accepts them from pages: anyone can send what a page sends, and a reward is earned at once.
 *
 * @throws {RefusedError} `lead_reward_needs_server`
 */
export function requireServerLeads(terms: RewardTerms): void {
  const { source, isPaid } = rewardTermsOf(terms);
  if (isPaid && source !== 'server') throw new RefusedError('lead_reward_needs_server');
}
