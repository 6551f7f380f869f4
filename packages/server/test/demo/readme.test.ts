import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (path: string) => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');

test('the tour in the README is the one that the demo prints', () => {
  const filledIn = read('demo/tour.sh').trim().split('\n').slice(2).join('\n');
  expect(read('README.md')).toContain(filledIn);
});
