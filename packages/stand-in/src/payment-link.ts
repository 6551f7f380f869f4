import type { Mode } from './keys.js';
import type { Bought } from './merchant.js';
import type { Metadata } from './objects.js';

/** Page on which visitors pay without a server of the company. */
export interface PaymentLink {
  readonly id: string;
  readonly url: string;
  readonly account: string;
  readonly mode: Bought['mode'];
  readonly keyMode: Mode;
  readonly amountCents: number;
  readonly currency: string;
  readonly product: string;
  readonly trialDays: number;
  readonly isManual: boolean;
  readonly metadata: Metadata;
}
