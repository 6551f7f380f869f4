import pg from 'pg';
import type { Hosts } from './hosts.js';

type Connected = (error?: Error) => void;

/** What is used of the driver's client; its types only let a promise of the client itself be returned. */
const DriverClient = pg.Client as unknown as new (
  config?: pg.ClientConfig,
) => { connect(): Promise<void>; on(event: 'error', listener: () => void): void };

/**
 * The driver's client, for a pool. Of several hosts it connects to the one that is chosen at that moment; a connection that breaks, and
 * one that can't be made, makes the next choose again.
 */
export function clientFor({ choose, forget }: Hosts): typeof pg.Client {
  if (choose === null) return pg.Client;
  class ChoosingClient extends DriverClient {
    override async connect(callback?: Connected): Promise<void> {
      const connecting = this.#connectToChosen();
      if (callback === undefined) return connecting;
      await connecting.then(() => callback(), callback);
    }

    async #connectToChosen(): Promise<void> {
      this.on('error', forget);
      Object.assign(this, await choose?.());
      try {
        await super.connect();
      } catch (error) {
        forget();
        throw error;
      }
    }
  }
  return ChoosingClient as unknown as typeof pg.Client;
}
