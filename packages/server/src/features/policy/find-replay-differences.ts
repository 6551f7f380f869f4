import type { RecordedEarning, ReplayedEarning } from '@svc/core';
import type { ClientBase } from 'pg';
import { policyInForce, type ReplayInput, replayProgram } from './replay-program.js';

const MAX_DIFFERENCES = 100;

/** What a replay under the policy in force found. */
export interface ReplayReport {
  readonly sales: number;
  readonly leads: number;
  /** Sentences, at most 100. */
  readonly differences: readonly string[];
  readonly isCut: boolean;
}

/**
 * Replays all that a program ever recorded under the policy that was in force, and names what would have been decided
 * otherwise. null: there is no such program. Contract 2 section 16.
 */
export async function findReplayDifferences(
  client: ClientBase,
  { programId, onProgress }: Pick<ReplayInput, 'programId' | 'onProgress'>,
): Promise<ReplayReport | null> {
  const differences: string[] = [];
  const counts = { sale: 0, lead: 0 };
  let isCut = false;
  const onReplayed = (earnings: readonly ReplayedEarning[]) => {
    for (const one of earnings) {
      counts[one.kind] += 1;
      const difference = differenceOf(one);
      if (difference === null) continue;
      if (differences.length < MAX_DIFFERENCES) differences.push(difference);
      else isCut = true;
    }
  };
  const policy = policyInForce();
  const isFound = await replayProgram(client, {
    programId,
    policy,
    onReplayed,
    ...(onProgress && { onProgress }),
  });
  return isFound ? { sales: counts.sale, leads: counts.lead, differences, isCut } : null;
}

function differenceOf(one: ReplayedEarning): string | null {
  const { kind, saleId, transactionId, recorded, replayed, fromPartnerId, toPartnerId } = one;
  if (fromPartnerId === toPartnerId && describe(recorded) === describe(replayed)) return null;
  const what =
    kind === 'lead'
      ? `reward of the lead at ${new Date(one.occurredAtMs).toISOString()}`
      : `sale ${saleId ?? 'that was refused'} (transaction ${transactionId})`;
  return `${what}: recorded ${credit(fromPartnerId, recorded)}; replayed ${credit(toPartnerId, replayed)}`;
}

function credit(partnerId: number | null, earning: RecordedEarning | null): string {
  return `${partnerId === null ? 'credited to nobody' : `partner ${partnerId}`}, ${describe(earning)}`;
}

function describe(earning: RecordedEarning | null): string {
  if (earning === null) return 'nothing earned';
  return `${earning.leftCents} of ${earning.originalCents} ${earning.currency} left`;
}
