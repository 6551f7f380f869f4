import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Now } from '../clock.js';
import type { Tracking } from '../ingest/index.js';
import { compare, type Finding, referencesIn, reportEvents } from './compare.js';
import type { FetchedEvent } from './fetched-event.js';
import { findKnownSales, findOpenDisputes, findWorkspaceAccount, readResults } from './find-known-sales.js';
import { createProcessor } from './processor.js';
import type { Providers } from './provider.js';

/** Reconciling cannot begin; the message says why. */
export class ReconcileError extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'ReconcileError';
  }
}

export interface ReconcileOptions {
  readonly pool: Pool;
  readonly tracking: Pick<Tracking, 'submit'>;
  readonly logger: Logger;
  readonly providers: Providers;
  readonly testEvents: 'test' | 'live';
  readonly now: Now;
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
 * Compares what the provider has of a workspace's account with its sales, and with `apply` feeds what was missed through the
 * inbox, the same way as events: what was recorded before is recognised. Contract section 4.
 */
export async function reconcile(options: ReconcileOptions): Promise<ReconcileReport> {
  const { pool, providers, workspace, sinceMs, now } = options;
  if ([...providers.values()].every(({ fetchSince }) => fetchSince === null))
    throw new ReconcileError('PROCESSOR_SECRET_KEY is not set: the processor cannot be asked');
  const found = await findWorkspaceAccount(pool, workspace);
  if (found === null) throw new ReconcileError(`there is no workspace ${JSON.stringify(workspace)}`);
  const { workspaceId, accountId, programIds } = found;
  if (accountId === null)
    throw new ReconcileError(`workspace ${JSON.stringify(workspace)} has no connected account`);
  const provider = providers.get(found.provider ?? '');
  if (provider?.fetchSince == null)
    throw new ReconcileError(`the provider ${found.provider} of the workspace cannot be asked`);
  const { referencePrefix } = provider;
  const openDisputes = (await findOpenDisputes(pool, workspaceId))
    .filter((key) => key.startsWith(referencePrefix))
    .map((key) => key.slice(referencePrefix.length));
  const events = await provider.fetchSince({ accountId, sinceMs, nowMs: now(), openDisputes });
  const reported = reportEvents(provider, events);
  const findings = compare(
    reported,
    await findKnownSales(pool, workspaceId, referencesIn(reported)),
    programIds,
  );
  const missed = options.apply ? findings.flatMap((finding) => finding.events) : [];
  const applied = await applyEvents(options, { workspaceId, provider: provider.id }, missed);
  return { compared: events.length, findings, applied };
}

async function applyEvents(
  options: ReconcileOptions,
  { workspaceId, provider }: { readonly workspaceId: number; readonly provider: string },
  events: readonly FetchedEvent[],
) {
  if (events.length === 0) return [];
  const ids = events.map(({ eventId }) => eventId);
  const { pool } = options;
  const processor = createProcessor(options);
  const receivedAtMs = options.now();
  await Promise.all(
    events.map((event) => processor.accept({ ...event, provider, connectionId: null, receivedAtMs })),
  );
  await processor.processDue();
  // An event that had no effect before may have one now.
  for (const [id, { status }] of await readResults(pool, provider, ids)) {
    if (status === 'ignored' || status === 'failed') await processor.replay(workspaceId, id);
  }
  await processor.close();
  const results = await readResults(pool, provider, ids);
  return events.map((event) => ({
    event,
    ...(results.get(event.eventId) ?? { status: 'waiting', reason: 'It is not processed yet.' }),
  }));
}
