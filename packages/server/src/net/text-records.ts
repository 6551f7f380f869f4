import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';

const TIMEOUT_MS = 2_000;
const TRIES = 2;

/** Reads the TXT records of a name, each as one text; none: an empty list. Rejects when the name server fails. */
export type LoadTextRecords = (name: string) => Promise<readonly string[]>;

/** Reads TXT records from this name server (an address, with a port where it is not 53); null: from the machine's own. */
export function textRecordsFrom(server: string | null): LoadTextRecords {
  return async (name) => {
    const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
    if (server !== null) resolver.setServers([server]);
    try {
      const records = await resolver.resolveTxt(name);
      return records.map((parts) => parts.join(''));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOTFOUND' || code === 'ENODATA') return [];
      throw error;
    }
  };
}

/** A name server as `textRecordsFrom` takes it, such as `10.0.0.2`, `127.0.0.1:5353` or `[::1]:53`; null: it is none. */
export function parseNameServer(given: string): string | null {
  if (isIP(given) !== 0) return given;
  const [, six, four, port] = /^(?:\[([0-9a-f:.]+)\]|([0-9.]+)):(\d{1,5})$/i.exec(given) ?? [];
  const isAddress = isIP(six ?? four ?? '') === (six === undefined ? 4 : 6);
  return isAddress && Number(port) >= 1 && Number(port) <= 65_535 ? given : null;
}
