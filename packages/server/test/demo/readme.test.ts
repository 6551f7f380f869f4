import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const readSource = (path: string) => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');

test('the tour in the README is the one that the demo prints', () => {
  const filledIn = readSource('demo/tour.sh').trim().split('\n').slice(2).join('\n');
  expect(readSource('README.md')).toContain(filledIn);
});
