import pg from 'pg';

/** One server of several. */
export interface Host {
  readonly host: string;
  readonly port: number;
}

/** The servers that an address names; whoever connects is told which of them to take. */
export interface Hosts {
  /** The address with the first of them. */
  readonly address: string;
  /** Null when the address names one: then there is nothing to choose. */
  readonly choose: (() => Promise<Host>) | null;
  /** What was chosen may no longer be the right one: a connection to it broke. */
  forget(): void;
}

const PROBE_WITHIN_MS = 2_000;
const DEFAULT_PORT = 5432;
const ADDRESS = /^(?<scheme>postgres(?:ql)?:\/\/)(?<user>[^@/?]*@)?(?<hosts>[^/?]*)(?<rest>.*)$/s;

/**
 * Reads an address that may name several hosts with a comma between two, as PostgreSQL's own programs do:
 * `postgres://user:password@one:5432,two:5432/database`. Null when it is none.
 */
export function readHosts(given: string): readonly string[] | null {
  const { scheme, user = '', hosts, rest } = ADDRESS.exec(given)?.groups ?? {};
  if (scheme === undefined || hosts === undefined) return null;
  const addresses = hosts.split(',').map((host) => `${scheme}${user}${host}${rest}`);
  // A socket directory is written as postgres:///database?host=/run/postgresql: no host in the address is fine.
  const areValid =
    addresses.every((address) => URL.canParse(address)) &&
    (addresses.length === 1 || !hosts.split(',').includes(''));
  return areValid ? addresses : null;
}

/**
 * The servers of an address. Of several, the one that takes writes is chosen, after each broken connection anew, so that a standby
 * that was promoted is found without a restart. Should two take writes, one of them was promoted while the other, which was thought
 * dead, lives on: what is written there would be lost, so the one with the newest history is chosen, and none with an older one than
 * was chosen before. `anyState` takes the first that answers instead.
 */
export function openHosts(given: string, { anyState }: { readonly anyState: boolean }): Hosts {
  const addresses = readHosts(given) ?? [given];
  let chosen: Promise<Host> | null = null;
  let newestTimeline = 0;

  async function chooseNow(): Promise<Host> {
    const answers = await Promise.all(addresses.map(probe));
    const usable = answers.filter(
      (answer) =>
        !('failure' in answer) && (anyState || (answer.isPrimary && answer.timeline >= newestTimeline)),
    ) as State[];
    const [best] = anyState ? usable : usable.toSorted((one, other) => other.timeline - one.timeline);
    if (best === undefined) {
      const reasons = answers.map((answer) => ('failure' in answer ? answer.failure : 'a standby'));
      throw new Error(`Connection terminated: no database host takes writes (${reasons.join('; ')})`);
    }
    newestTimeline = best.timeline;
    return best.at;
  }

  async function choose(): Promise<Host> {
    chosen ??= chooseNow();
    const mine = chosen;
    try {
      return await mine;
    } catch (error) {
      if (chosen === mine) chosen = null;
      throw error;
    }
  }

  return {
    address: addresses[0] as string,
    choose: addresses.length > 1 ? choose : null,
    forget() {
      chosen = null;
    },
  };
}

interface State {
  readonly at: Host;
  readonly isPrimary: boolean;
  /** Counts up with each promotion. */
  readonly timeline: number;
}

async function probe(address: string): Promise<State | { readonly failure: string }> {
  const client = new pg.Client({
    connectionString: address,
    connectionTimeoutMillis: PROBE_WITHIN_MS,
    query_timeout: PROBE_WITHIN_MS,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ is_primary: boolean; timeline: string | null }>(
      `select not pg_is_in_recovery() and not current_setting('default_transaction_read_only')::boolean as is_primary,
              case when not pg_is_in_recovery() then substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) end as timeline`,
    );
    const timeline = Number.parseInt(rows[0]?.timeline ?? '0', 16);
    const { host, port = DEFAULT_PORT } = client;
    return { at: { host, port }, isPrimary: rows[0]?.is_primary === true, timeline };
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  } finally {
    await client.end().catch(() => {});
  }
}
