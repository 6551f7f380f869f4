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
  return process.env.SVC_TEST_THOROUGH === 'on' ? thorough : usual;
}
