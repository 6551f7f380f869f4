import type { Delivery } from './delivery.js';
import type { Mode } from './keys.js';
import { createMerchant, type Merchant, type ProcessorEvent } from './merchant.js';
import type { Layout } from './objects.js';
import type { Endpoints } from './webhook-endpoints.js';

export interface AccountsOptions {
  readonly layout: Layout;
  readonly nowSeconds: () => number;
  /** Mode of the accounts that the platform is connected with. */
  readonly platformMode: Mode;
  /** Delivery to the endpoint of the platform. */
  readonly delivery: Delivery;
  readonly endpoints: Endpoints;
}

/** The businesses behind accounts, one for each mode of an account. */
export interface Accounts {
  /** Returns the business behind an account, which is made when it is asked for first. */
  merchant(account: string, mode?: Mode): Merchant;
  /** Returns the business in the mode of the platform, if it was made. */
  find(account: string): Merchant | undefined;
  all(): Merchant[];
  /** Returns all events of an account that happened, oldest first. */
  events(account: string, mode?: Mode): readonly ProcessorEvent[];
  /** Keeps the events of an account from the platform, unless the platform is connected with it. */
  addOwn(account: string): void;
  /** Connects the platform with an account. */
  connect(account: string): void;
}

/** Creates the store of accounts. Events go to the platform and to the endpoints of the account. */
export function createAccounts(options: AccountsOptions): Accounts {
  const { layout, nowSeconds, platformMode, delivery, endpoints } = options;
  const merchants = new Map<string, Merchant>();
  const happened = new Map<string, ProcessorEvent[]>();
  const own = new Set<string>();

  function merchant(account: string, mode = platformMode): Merchant {
    const place = `${account} ${mode}`;
    const known = merchants.get(place);
    if (known !== undefined) return known;
    const events: ProcessorEvent[] = [];
    const emit = (event: ProcessorEvent) => {
      events.push(event);
      if (!own.has(account) && mode === platformMode) delivery.send(event);
      endpoints.send(account, mode, event);
    };
    const made = createMerchant({ account, layout, livemode: mode === 'live', emit, nowSeconds });
    merchants.set(place, made);
    happened.set(place, events);
    return made;
  }

  const find = (account: string) => merchants.get(`${account} ${platformMode}`);
  return {
    merchant,
    find,
    all: () => [...merchants.values()],
    events: (account, mode = platformMode) => happened.get(`${account} ${mode}`) ?? [],
    addOwn(account) {
      if (find(account) === undefined) own.add(account);
    },
    connect(account) {
      own.delete(account);
      merchant(account);
    },
  };
}
