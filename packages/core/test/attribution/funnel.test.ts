import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type CustomerStatus, canMoveTo, furthest } from '../../src/index.js';

const STAGES = ['visitor', 'lead', 'customer'] as const satisfies readonly CustomerStatus[];

test.each(STAGES.flatMap((from, a) => STAGES.map((to, b) => [from, to, b > a] as const)))(
  'a %s may become a %s: %s',
  (from, to, may) => {
    expect(canMoveTo(from, to)).toBe(may);
    expect(furthest(from, to)).toBe(may ? to : from);
  },
);

test('the funnel never moves back, whatever happens in whatever order', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...STAGES)), (events) => {
      let status: CustomerStatus = 'visitor';
      for (const event of events) {
        const next = furthest(status, event);
        expect(STAGES.indexOf(next)).toBeGreaterThanOrEqual(STAGES.indexOf(status));
        status = next;
      }
      expect(STAGES.indexOf(status)).toBe(Math.max(0, ...events.map((event) => STAGES.indexOf(event))));
    }),
  );
});
