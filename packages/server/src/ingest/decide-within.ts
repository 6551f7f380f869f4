import { type Decision, type Effect, eventsOf, type Facts, fold, type SaleCommand } from '@svc/core';
import type { ClientBase } from 'pg';
import { type Statement, send } from '../database/statements.js';
import { createBreakdownMemory } from './breakdown.js';
import { insertEvents } from './events.js';
import { type FactLoader, loadFacts } from './load.js';
import { collect, noChanges, recordActivity, recordMoney } from './record.js';
import { addTotals } from './totals.js';

// What operations decide inside their own transaction, with the facts and the statements of the pipeline.

/** The facts for one sale, as the pipeline loads them, locked until the transaction of the client ends. */
export async function loadFactsWithin(client: ClientBase, command: SaleCommand): Promise<Facts> {
  let outbox: (Statement | null)[] = [];
  const loader: FactLoader = {
    add: (...statements) => outbox.push(...statements),
    async flush() {
      const statements = outbox;
      outbox = [];
      await send(client, statements);
    },
  };
  return loadFacts(loader, { load: () => null, clear: () => undefined }, [command]);
}

/** Writes what was decided with its events, all or nothing; its totals go to this slot. */
export async function recordWithin(
  client: ClientBase,
  facts: Facts,
  { effects }: { readonly effects: Decision['effects'] },
  slot: number,
): Promise<void> {
  const changes = noChanges();
  for (const effect of effects satisfies readonly Effect[]) {
    fold(facts, effect);
    collect(changes, effect);
  }
  await send(client, [
    ...recordActivity(changes),
    ...recordMoney(changes),
    insertEvents(eventsOf(effects, facts)),
    addTotals(changes.totals, slot),
    createBreakdownMemory().add(changes.totals, slot),
  ]);
}
