import type {
  KeyLinkAnswer,
  PaymentConnection,
  PaymentConnectionCreate,
  PaymentConnectionRemoved,
  PaymentConnectionUpdate,
} from '@svc/contract';
import type { ClientBase, Pool } from 'pg';
import type { Now } from '../clock.js';
import type { Encryption } from '../crypto/encryption.js';
import type { EventNews } from '../events/event-news.js';
import type { EventWatch } from '../events/event-watch.js';
import type { Tracking } from '../ingest/index.js';
import type { Mailer } from '../mail/mailer.js';
import type { OutgoingRules } from '../net/outgoing.js';
import type { LoadTextRecords } from '../net/text-records.js';
import type { Change } from './change.js';
import type { Reads } from './reads.js';
import type { StoredResponses } from './stored-responses.js';
import type { Computing } from './task.js';

/** From where a caller reaches the service; all of it is null or false for callers inside of the process. */
export interface Origin {
  readonly address: string | null;
  readonly userAgent: string | null;
  /** Whether the caller is on this machine. */
  readonly isLocal: boolean;
}

/** An attempt to connect an account of the card processor: where to send the person, until when. */
export interface StartedConnection {
  readonly authorizeUrl: string;
  readonly expiresAtMs: number;
}

/** What webhooks need of the running service. */
export interface WebhookServices {
  /** Encrypts their secrets. */
  readonly encryption: Encryption;
  /** Where requests may be sent. */
  readonly rules: OutgoingRules;
}

/** A key that its payment provider has answered; whoever checked it knows what is in it. */
export interface CheckedKey {
  readonly accountId: string | null;
}

/** Connections of workspaces to payment providers; `payments/connections/` says what each does, and throws. */
export interface ConnectionServices {
  list(workspaceId: number): Promise<PaymentConnection[]>;
  read(workspaceId: number, id: number): Promise<PaymentConnection | null>;
  keyLink(provider: string, mode: 'live' | 'test'): KeyLinkAnswer;
  check(provider: string, key: string): Promise<CheckedKey>;
  checkAgain(provider: string, key: string): Promise<CheckedKey>;
  insert(
    client: ClientBase,
    workspaceId: number,
    input: PaymentConnectionCreate,
    checked: CheckedKey,
  ): Promise<Change<PaymentConnection>>;
  update(
    client: ClientBase,
    workspaceId: number,
    id: number,
    input: PaymentConnectionUpdate,
    checked: CheckedKey | null,
  ): Promise<Change<PaymentConnection>>;
  repair(
    workspaceId: number,
    id: number,
    state?: { readonly isChecked: boolean },
  ): Promise<PaymentConnection>;
  removeEndpoints(workspaceId: number, id: number): Promise<PaymentConnectionRemoved['not_removed']>;
  forget(client: ClientBase, workspaceId: number, id: number): Promise<Change<PaymentConnection>>;
}

/** What makes the books verifiable. */
export interface BookServices {
  /** Seals all that was committed until now. */
  seal(): Promise<void>;
  /** The key of seals: its id, and what signs a text with it (Ed25519, base64). */
  signer(): Promise<{ readonly keyId: string; sign(text: string): string }>;
}

/** What operations need of the running service. The owner of the process provides it, for every caller. */
export interface Services {
  readonly now: Now;
  readonly pool: Pool;
  /** TXT records that prove who a host belongs to. */
  readonly loadTextRecords: LoadTextRecords;
  /** Where operations that only read find their rows. */
  readonly reads: Reads;
  readonly tracking: Pick<Tracking, 'submit' | 'ids'>;
  /** Hears of changes, which may have written events. */
  readonly eventNews: EventNews;
  /** Waits for new events. */
  readonly eventWatch: Pick<EventWatch, 'wait' | 'isClosed'>;
  /** Encrypts payout details. */
  readonly encryption: Encryption;
  readonly storedResponses: StoredResponses;
  readonly books: BookServices;
  /** Computes in another thread. */
  readonly computing: Computing;
  readonly mailer: Mailer;
  readonly webhooks: WebhookServices;
  readonly securityLog: {
    recordInWorkspace(
      workspaceId: number,
      caller: {
        readonly userId: string | null;
        readonly email: string | null;
        readonly managementKeyId: number | null;
      },
      event: Omit<Origin, 'isLocal'> & {
        readonly type: 'export.downloaded';
        readonly data: Readonly<Record<string, unknown>>;
      },
    ): Promise<void>;
  };
  readonly processor: {
    replay(workspaceId: number, eventId: string): Promise<unknown>;
    /** How a provider calls the persons whom the body of one of its events is about. */
    personsOf(provider: string, body: string): readonly string[];
    /** The body without whom it is about; ids, amounts and times stay. */
    withoutPersons(provider: string, body: string): string;
  };
  readonly connector: {
    readonly canConnect: boolean;
    start(
      client: ClientBase,
      workspaceId: number,
      starter: {
        readonly kind: 'session';
        readonly sessionId: string;
        readonly userId: string;
        readonly email: string;
      },
    ): Promise<Change<StartedConnection>>;
    deauthorize(account: { readonly provider: string; readonly accountId: string }): Promise<void>;
  };
  readonly connections: ConnectionServices;
  /** How to add our keys to the metadata of a kind of payment; null: the provider is not configured any more. */
  readonly adviseOnMetadata: (
    provider: string,
    kind: 'checkout' | 'subscription_start' | 'renewal' | 'invoice',
  ) => string | null;
  readonly settings: {
    /** The service as the outside sees it: scheme://host[:port]. */
    readonly baseUrl: string;
    /** Names under which the service may be asked besides that of `baseUrl` and loopback, as `hostnameOf` writes them. */
    readonly hosts: readonly string[];
    /** `hashSecret` of what the first setup takes from another machine. */
    readonly setupTokenHash: Buffer;
    /** Whether webhooks of the card processor can be verified. */
    readonly takesProcessorEvents: boolean;
  };
  /** Drops what is remembered of links, keys and origins, after a change of any of them. */
  forgetConfiguration(): void;
}
