import type { NewId } from '@svc/core';
import type { ClientBase } from 'pg';

const BLOCK_SIZE = 1000;

/** Hands out row ids of the tracking tables that no other process and no other call has. */
export interface IdSource {
  /**
   * A function that gives `count` new ids, and throws when asked for more. Reads the database only when the current
   * block is used up, over the client that is passed, because the embedded engine has no second connection.
   * What is not used is lost: ids are unique, not gapless, and their order means nothing.
   */
  take(client: ClientBase, count: number): Promise<NewId>;
  /**
   * Drops the current block. Has to be called when a connection broke: a crash may have made the database forget that it
   * gave the block out, which is only certain once a transaction has committed after it, and then it gives it out again.
   */
  forget(): void;
}

interface Range {
  next: number;
  readonly end: number;
}

/** Ids in blocks of 1,000 from one sequence of the database; block n holds the ids (n-1)·1000+1 to n·1000. */
export function createIdSource(): IdSource {
  let current: Range = { next: 0, end: 0 };

  async function nextBlock(client: ClientBase): Promise<Range> {
    const answer = await client.query<{ block: number }>(`select nextval('tracking_id_blocks') as block`);
    const block = answer.rows[0]?.block;
    if (block === undefined) throw new Error('the sequence of row ids gave no block');
    return { next: (block - 1) * BLOCK_SIZE + 1, end: block * BLOCK_SIZE + 1 };
  }

  return {
    async take(client, count) {
      const mine: Range[] = [];
      for (let missing = count; missing > 0; ) {
        if (current.next === current.end) {
          const fresh = await nextBlock(client);
          // Another caller may have put a block there while this one waited; then ours is used directly.
          if (current.next === current.end) current = fresh;
          else mine.push({ next: fresh.next, end: Math.min(fresh.end, fresh.next + missing) });
          missing = count - mine.reduce((sum, range) => sum + range.end - range.next, 0);
          continue;
        }
        const end = Math.min(current.end, current.next + missing);
        mine.push({ next: current.next, end });
        missing -= end - current.next;
        current.next = end;
      }
      return () => {
        while (mine[0] !== undefined && mine[0].next === mine[0].end) mine.shift();
        const range = mine[0];
        if (range === undefined) throw new Error('a decision asked for more row ids than were taken for it');
        return range.next++;
      };
    },
    forget() {
      current = { next: 0, end: 0 };
    },
  };
}
