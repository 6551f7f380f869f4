import { type Decision, type Effect, eventsOf, type Facts, fold, type SaleCommand } from '@svc/core';
import type { ClientBase } from 'pg';
import { type Statement, send } from '../database/statements.js';
import { createBreakdownMemory } from './breakdown.js';
import { insertEvents } from './events.js';
import { type FactLoader, loadFacts } from './load.js';
import { collect, noChanges, recordActivity, recordMoney } from './record.js';
import { addTotals } from './totals.js';

// What operations decide inside their own transaction, with the facts and the statements of the pipeline.

/** The facts for sales, as the pipeline loads them, locked until the transaction of the client ends. */
export async function loadFactsWithin(
  client: ClientBase,
  ...commands: readonly SaleCommand[]
): Promise<Facts> {
  let outbox: (Statement | null)[] = [];
  const loader: FactLoader = {
    add: (...statements) => outbox.push(...statements),
    async flush() {
      const statements = outbox;
      outbox = [];
      await send(client, statements);
    },
  };
  return loadFacts(loader, { load: () => null, clear: () => undefined }, commands);
}

/** Writes what was decided with its events, all or nothing; its totals go to this slot. */
export async function recordWithin(
  client: ClientBase,
  facts: Facts,
  { effects }: { readonly effects: Decision['effects'] },
  slot: number,
): Promise<void> {
  for (const effect of effects satisfies readonly Effect[]) fold(facts, effect);
  await send(client, [...statementsFor(effects, slot), insertEvents(eventsOf(effects, facts))]);
}

/** Writes what was decided of another system's history, which is no news: it has no events. */
export async function recordHistoryWithin(
  client: ClientBase,
  effects: readonly Effect[],
  slot: number,
): Promise<void> {
  await send(client, statementsFor(effects, slot));
}

function statementsFor(effects: readonly Effect[], slot: number): readonly (Statement | null)[] {
  const changes = noChanges();
  for (const effect of effects) collect(changes, effect);
  return [
    ...recordActivity(changes),
    ...recordMoney(changes),
    addTotals(changes.totals, slot),
    createBreakdownMemory().add(changes.totals, slot),
  ];
}
