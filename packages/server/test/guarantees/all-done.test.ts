import { expect, test } from 'vitest';
import { allDone } from '../../src/tracking/record.js';

const failing = (code: string) => Promise.reject(Object.assign(new Error(code), { code }));

test('statements sent together: what failed first is told, not what failed because of it', async () => {
  await expect(allDone([failing('25P02'), Promise.resolve(), failing('23505')])).rejects.toThrow('23505');
  await expect(allDone([failing('25P02')])).rejects.toThrow('25P02');
});

test('statements sent together: none is under way any more when the failure is told', async () => {
  let isDone = false;
  let finish = () => {};
  const slow = new Promise<void>((resolve) => {
    finish = resolve;
  }).then(() => {
    isDone = true;
  });
  const told = allDone([failing('23505'), slow]).catch(() => isDone);
  finish();
  expect(await told).toBe(true);
});
