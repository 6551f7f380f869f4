import type { Command } from '@svc/core';
import type { Tracking } from '../packages/server/src/ingest/index.js';
import { timeOf } from './history.js';

// What the pipeline takes into one transaction.
const MOST_AT_ONCE = 500;

/** How many of each kind were recorded. */
export type Played = Record<Command['kind'], number>;

export interface Player {
  /** Plays what happens before `endMs`; resolves when it is recorded. */
  until(endMs: number): Promise<void>;
  readonly played: Played;
}

/**
 * Feeds commands through the pipeline in their order, as many at once as do not depend on each other: a
 * real page sends a lead only after the response to its click, and so does this. A command that is refused is an error,
 * because the history contains only what happened.
 */
export function createPlayer(tracking: Tracking, commands: readonly Command[]): Player {
  const played: Played = { click: 0, lead: 0, sale: 0, refund: 0, payment: 0, paid: 0 };
  let position = 0;

  async function submitWave(wave: readonly Command[]): Promise<void> {
    const outcomes = await Promise.all(wave.map((command) => tracking.submit(command)));
    for (const [index, outcome] of outcomes.entries()) {
      const command = wave[index] as Command;
      if (outcome.kind === 'refused') {
        throw new Error(`a ${command.kind} of the history was refused: ${outcome.refusal}`);
      }
      played[command.kind] += 1;
    }
  }

  return {
    played,
    async until(endMs) {
      while (position < commands.length) {
        const wave: Command[] = [];
        const names = new Set<string>();
        for (let next = commands[position]; next !== undefined; next = commands[position]) {
          const isBlocked = wave.length === MOST_AT_ONCE || idsNeededBy(next).some((name) => names.has(name));
          if (timeOf(next) >= endMs || isBlocked) break;
          for (const name of idsCreatedBy(next)) names.add(name);
          wave.push(next);
          position += 1;
        }
        if (wave.length === 0) return;
        await submitWave(wave);
      }
    },
  };
}

/** What can be referred to once a command is recorded. */
function idsCreatedBy(command: Command): string[] {
  switch (command.kind) {
    case 'click':
      return [`cust_${command.key.number}_${command.key.clickedMs}`];
    case 'lead':
      return command.customerKey === null ? [] : [command.customerKey];
    case 'sale':
    case 'paid':
      return [command.transactionId];
    case 'refund':
    case 'payment':
      return [];
  }
}

function idsNeededBy(command: Command): string[] {
  switch (command.kind) {
    case 'click':
      return [];
    case 'lead':
    case 'sale':
    case 'paid':
      return [command.clickId, command.customerKey].filter((name) => name !== null);
    case 'refund':
      return [command.transactionId];
    case 'payment':
      return [...command.references];
  }
}
