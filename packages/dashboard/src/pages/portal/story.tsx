import type { Answer } from '../../api/client.js';
import { texts } from '../../texts/portal.js';
import { textOf } from '../../ui/explain/story.js';
import classes from './story.module.css';

type Told = Pick<Answer<'/api/partner/programs/{programId}/claims/{id}'>, 'story' | 'steps'> & {
  /** What was found of an order; without it, a commission is told. */
  readonly finding?: Answer<'/api/partner/programs/{programId}/claims/{id}'>['finding'];
};

/** What happened, sentence by sentence. */
export function Story({ told }: { readonly told: Told }) {
  return (
    <ol className={classes.story}>
      {sentencesOf(told).map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ol>
  );
}

function sentencesOf({ story, steps, finding }: Told): readonly string[] {
  if (steps.length > 0) return steps.map((step) => textOf(step, 'partner').sentence);
  if (finding === 'unknown_order' || finding === 'credited_elsewhere') return [texts.withoutSale[finding]];
  return story;
}
