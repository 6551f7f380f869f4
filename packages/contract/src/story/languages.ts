import type { Language } from '../people.js';
import { renderDetailsInGerman, renderStepInGerman } from './german.js';
import { renderDetails, renderStep } from './render.js';

export * from './render.js';

/** What tells a story in one language. */
export interface StoryTeller {
  readonly renderStep: typeof renderStep;
  readonly renderDetails: typeof renderDetails;
}

/** By language. The sentences in answers of the service are English. */
export const STORY_TELLERS: Readonly<Record<Language, StoryTeller>> = {
  en: { renderStep, renderDetails },
  de: { renderStep: renderStepInGerman, renderDetails: renderDetailsInGerman },
};
