import { describe, expect, test } from 'vitest';
import { createWorkQueue } from '../../src/features/jobs/work-queue.js';

describe('the queue of long work', () => {
  /** Work that goes on until it is ended. */
  function openQueue() {
    const queue = createWorkQueue();
    const started: string[] = [];
    const enter = (account: string, signal = new AbortController().signal) => {
      let end = () => {};
      const work = () =>
        new Promise<string>((resolve) => {
          end = () => resolve(account);
        });
      const done = queue.run(account, work, { signal, onStart: () => started.push(account) });
      done.catch(() => undefined);
      return { done, end: () => end() };
    };
    return { started, enter };
  }
  const turn = () => new Promise((resolve) => setImmediate(resolve));

  test('runs one piece of an account at a time, and lets others pass', async () => {
    const { started, enter } = openQueue();
    const first = enter('a');
    const second = enter('a');
    enter('b');
    await turn();
    expect(started).toEqual(['a', 'b']);
    first.end();
    expect(await first.done).toBe('a');
    await turn();
    expect(started).toEqual(['a', 'b', 'a']);
    second.end();
    expect(await second.done).toBe('a');
  });

  test('refuses the account that has enough in it, and everyone while it is full', async () => {
    const { enter } = openQueue();
    for (const account of ['a', 'b', 'c', 'd', 'e']) for (let n = 0; n < 6; n += 1) void enter(account);
    await turn();
    await expect(enter('f').done).rejects.toMatchObject({ code: 'work_queue_full', retryAfterSeconds: 5 });
    await expect(enter('a').done).rejects.toMatchObject({ code: 'rate_limited', retryAfterSeconds: 5 });
  });

  test('gives the place of cancelled work to the next', async () => {
    const { started, enter } = openQueue();
    const stop = new AbortController();
    const running = enter('a');
    enter('b');
    const cancelled = enter('c', stop.signal);
    enter('d');
    stop.abort();
    await expect(cancelled.done).rejects.toMatchObject({ name: 'AbortError' });
    running.end();
    await running.done;
    await turn();
    expect(started).toEqual(['a', 'b', 'd']);
  });

  test('goes on after work that fails', async () => {
    const queue = createWorkQueue();
    const options = { signal: new AbortController().signal, onStart: () => undefined };
    const fail = async () => {
      throw new Error('no');
    };
    await expect(queue.run('a', fail, options)).rejects.toThrow('no');
    expect(await queue.run('a', async () => 1, options)).toBe(1);
  });
});
