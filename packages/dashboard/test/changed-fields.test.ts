import { expect, test } from 'vitest';
import { changedFields } from '../src/ui/changed-fields.js';

test('a form sends only what was changed in it, lists and values that were emptied among that', () => {
  const before = {
    name: 'Acme',
    types: ['sale.created'],
    program_id: 4,
    text: 'Hello',
    holds: [{ cents: 1 }],
  };
  expect(changedFields(before, { ...before, types: [...before.types], holds: [{ cents: 1 }] })).toEqual({});
  expect(
    changedFields(before, { ...before, types: [], program_id: null as unknown as number, text: '' }),
  ).toEqual({ types: [], program_id: null, text: '' });
  expect(changedFields(before, { ...before, holds: [{ cents: 2 }] })).toEqual({ holds: [{ cents: 2 }] });
});
