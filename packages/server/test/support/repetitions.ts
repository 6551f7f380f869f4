import type { Engine } from '../../src/database/open.js';
import { engines } from './engines.js';

const IS_THOROUGH = process.env.SVC_TEST_THOROUGH === 'on';

/**
 * How often a test repeats what is random: `npm test` so often that it takes minutes, `npm run test:thorough` as often as gives
 * confidence before a release.
 */
export function repetitions({
  usual,
  thorough,
}: {
  readonly usual: number;
  readonly thorough: number;
}): number {
  return IS_THOROUGH ? thorough : usual;
}

/**
 * The cases that a test tries on this engine, of a table of cases that differ little in what they ask of one: each on one of the engines
 * with `npm test`, on all with `npm run test:thorough`.
 */
export function casesOn<Case>(engine: Engine, cases: readonly Case[]): readonly Case[] {
  if (IS_THOROUGH) return cases;
  return cases.filter((_, index) => index % engines.length === engines.indexOf(engine));
}
