import type { Notice } from '@svc/core';

/** Whose sale it is, by the metadata of whoever built the checkout. Specification section 6. */
export interface Keys {
  readonly programId: number | null;
  readonly customerKey: string | null;
  readonly clickId: string | null;
}

/** Money that was paid. Amounts in the smallest unit of `currency`. */
export interface Paid {
  readonly transactionId: string;
  readonly amountCents: number;
  readonly taxCents: number;
  readonly currency: string;
  readonly occurredAtMs: number;
  /** What it was paid for; `renewal` is every later payment of a subscription. */
  readonly what: 'checkout' | 'subscription_start' | 'renewal' | 'invoice';
  readonly keys: Keys;
}

/** What an object of the processor tells, freed of the processor's words. Nothing of it has been checked or stored. */
export interface Telling {
  /** Names that mean the same money. */
  readonly references: readonly string[];
  readonly paid: Paid | null;
  readonly notices: readonly Notice[];
  /** Why nothing was paid and nothing went back, in plain words; null when something was or did. */
  readonly nothing: string | null;
}

/** An object that tells at most that some names mean the same money. */
export function tellsNothing(references: readonly string[], nothing: string): Telling {
  return { references, paid: null, notices: [], nothing };
}

/** What happened to the connection itself. */
export type AccountTelling =
  | {
      readonly kind: 'updated';
      readonly chargesEnabled: boolean;
      readonly payoutsEnabled: boolean;
      readonly detailsSubmitted: boolean;
    }
  | { readonly kind: 'deauthorized' };
