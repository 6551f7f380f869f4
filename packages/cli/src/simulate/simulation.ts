import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { SvcManagement } from '@svc/node';
import { Failure } from '../failure.js';

/** As `Duration` of `@svc/testing`. */
export type Duration = Partial<Record<'months' | 'days' | 'hours' | 'minutes' | 'seconds', number>>;

export interface SimulatedPayment {
  refund(amountCents?: number): Promise<void>;
  dispute(): Promise<SimulatedDispute>;
}

export interface SimulatedDispute {
  close(outcome: 'won' | 'lost'): Promise<void>;
}

export interface SimulatedSubscription {
  readonly payments: readonly SimulatedPayment[];
  cancel(): void;
}

interface SimulatedPaymentInput {
  readonly customerKey?: string;
  readonly clickId?: string;
  readonly amountCents: number;
  readonly taxCents?: number;
  readonly currency?: string;
}

interface SimulatedSubscriptionInput extends SimulatedPaymentInput {
  readonly every?: Duration;
  readonly renewals?: number;
}

/** What this command uses of `Simulation` of `@svc/testing`, which a project need not have installed. */
export interface Simulation {
  readonly programId: number;
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly management: SvcManagement;
  readonly processor: {
    pay(input: SimulatedPaymentInput): Promise<SimulatedPayment>;
    subscribe(input: SimulatedSubscriptionInput): Promise<SimulatedSubscription>;
  };
  now(): Date;
  advance(by: Duration): Promise<void>;
  advanceTo(time: number): Promise<void>;
  settle(): Promise<void>;
  verify(): Promise<Verification>;
  close(): Promise<void>;
}

export interface Verification {
  readonly checked: Readonly<Record<string, number>>;
  readonly differences: readonly {
    readonly table: string;
    readonly id: number | string;
    readonly what: string;
  }[];
}

type CreateSimulation = (options: {
  readonly now: number;
  readonly provision: { readonly workspaces: readonly Readonly<Record<string, unknown>>[] };
}) => Promise<Simulation>;

const PACKAGE = '@svc/testing';

/**
 * `createSimulation` as the project in the folder has it installed, or else this package. Throws a `Failure` that says what to install
 * where there is neither: it brings a whole database, which the other commands do not need.
 */
export async function loadSimulation(folder: string): Promise<CreateSimulation> {
  for (const base of [join(folder, 'package.json'), import.meta.url]) {
    const path = resolveFrom(base);
    if (path !== null) return (await import(pathToFileURL(path).href)).createSimulation;
  }
  throw new Failure(
    `svc simulate runs the service itself, which is in ${PACKAGE}: it is not installed`,
    `Run npm install --save-dev ${PACKAGE} in this folder, then repeat the command.`,
  );
}

function resolveFrom(base: string): string | null {
  try {
    return createRequire(base).resolve(PACKAGE);
  } catch {
    return null;
  }
}
