import type { Pool } from 'pg';
import type { Logger } from 'pino';
import {
  findKnownSales,
  findOpenDisputes,
  findWorkspaceAccount,
  readFates,
} from '../../operations/processor/find-known-sales.js';
import type { Tracking } from '../../tracking/index.js';
import { type ClientSettings, createClient } from '../client.js';
import { createProcessor } from '../processor.js';
import { compare, type Finding, namesIn } from './compare.js';
import { type FetchedEvent, fetchEvents } from './fetch-events.js';

/** Reconciling cannot begin; the message says why. */
export class ReconcileError extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'ReconcileError';
  }
}

export interface ReconcileOptions {
  readonly pool: Pool;
  readonly engine: 'postgres' | 'embedded';
  readonly tracking: Pick<Tracking, 'submit'>;
  readonly logger: Logger;
  readonly settings: ClientSettings & { readonly testEvents: 'test' | 'live' };
  /** By name. */
  readonly workspace: string;
  readonly sinceMs: number;
  /** Feed what is missing through the inbox. */
  readonly apply: boolean;
}

/** What was compared, what differed, and what became of what was applied. */
export interface ReconcileReport {
  readonly compared: number;
  readonly findings: readonly Finding[];
  readonly applied: readonly {
    readonly event: FetchedEvent;
    readonly status: string;
    readonly reason: string;
  }[];
}

/**
 * Compares what the processor has of a workspace's account with its sales, and with `apply` tells the service what it has
 * missed, the same way as events do: what was recorded before is recognised. Contract section 4.
 */
export async function reconcile(options: ReconcileOptions): Promise<ReconcileReport> {
  const { pool, settings, workspace, sinceMs } = options;
  const client = createClient(settings, 'api');
  if (client === null)
    throw new ReconcileError('PROCESSOR_SECRET_KEY is not set: the processor cannot be asked');
  const found = await findWorkspaceAccount(pool, workspace);
  if (found === null) throw new ReconcileError(`there is no workspace ${JSON.stringify(workspace)}`);
  const { workspaceId, accountId, programIds } = found;
  if (accountId === null)
    throw new ReconcileError(`workspace ${JSON.stringify(workspace)} has no connected account`);
  const openDisputes = await findOpenDisputes(pool, workspaceId);
  const events = await fetchEvents(client, { accountId, sinceMs, nowMs: Date.now(), openDisputes });
  const findings = compare(events, await findKnownSales(pool, workspaceId, namesIn(events)), programIds);
  const missed = options.apply ? findings.flatMap((finding) => finding.events) : [];
  return { compared: events.length, findings, applied: await applyEvents(options, workspaceId, missed) };
}

async function applyEvents(options: ReconcileOptions, workspaceId: number, events: readonly FetchedEvent[]) {
  if (events.length === 0) return [];
  const ids = events.map(({ eventId }) => eventId);
  const { pool, settings } = options;
  const processor = createProcessor({ ...options, testEvents: settings.testEvents });
  const receivedAtMs = Date.now();
  await Promise.all(events.map((event) => processor.accept({ ...event, receivedAtMs })));
  await processor.workOffDue();
  // What was told before and came to nothing then may come to something now.
  for (const [id, { status }] of await readFates(pool, ids)) {
    if (status === 'ignored' || status === 'failed') await processor.replay(workspaceId, id);
  }
  await processor.close();
  const fates = await readFates(pool, ids);
  return events.map((event) => ({
    event,
    ...(fates.get(event.eventId) ?? { status: 'waiting', reason: 'It is not worked off yet.' }),
  }));
}
