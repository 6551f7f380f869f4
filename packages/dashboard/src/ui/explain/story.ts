import { type Audience, STORY_TELLERS } from '@svc/contract/story';
import type { Answer } from '../../api/client.js';
import { formatMoney } from '../../format/money.js';
import { formatBasisPoints } from '../../format/number.js';
import { formatMoment } from '../../format/time.js';
import { currentLanguage } from '../../language/current.js';

export type Explanation = Answer<'/api/programs/{programId}/commissions/{id}/explain'>;
export type Step = Explanation['steps'][number];

const FORMAT = {
  money: (amountCents: number, currency: string) => formatMoney(amountCents, currency),
  share: (basisPoints: number) => formatBasisPoints(basisPoints),
  time: (iso: string) => formatMoment(iso),
};

/** What a step says in the language of the page: a sentence or two, and details below. */
export function textOf(
  step: Step,
  audience: Audience = 'team',
): { readonly sentence: string; readonly details: readonly string[] } {
  const { renderStep, renderDetails } = STORY_TELLERS[currentLanguage()];
  return { sentence: renderStep(step, audience, FORMAT), details: renderDetails(step, FORMAT) };
}

const TONES: Partial<Record<Step['kind'], 'good' | 'bad' | 'stop' | 'ahead'>> = {
  missing: 'ahead',
  none: 'bad',
  earning: 'good',
  flagged: 'stop',
  reward: 'good',
  held_from_start: 'stop',
  hold: 'stop',
  reverse: 'bad',
  reject: 'bad',
  reassign: 'stop',
  unpay: 'stop',
  mature: 'good',
  pay: 'good',
  release: 'good',
  restore: 'good',
};

/** How the mark beside a step looks. */
export function toneOf(step: Step): 'plain' | 'good' | 'bad' | 'stop' | 'ahead' {
  if (step.kind !== 'state') return TONES[step.kind] ?? 'plain';
  if (step.status === 'pending') return 'ahead';
  return step.status === 'held' ? 'stop' : 'plain';
}
