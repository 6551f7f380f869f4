import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { makeGuardedDirectory } from '../../../packages/server/test/support/run.js';

/** What the test files of a run share of the demo. */
export interface SharedDemo {
  /** Where its database is kept once one of them has played its history. */
  readonly directory: string;
  /** Where its webhooks send events. */
  readonly receiverUrl: string;
}

declare module 'vitest' {
  export interface ProvidedContext {
    sharedDemo: SharedDemo;
  }
}

/** Prepares a place for the demo, and a receiver for its webhooks. `close` removes both. */
export async function prepareSharedDemo(): Promise<{ demo: SharedDemo; close: () => void }> {
  const { directory, remove } = makeGuardedDirectory();
  const receiver = await startBrokenReceiver();
  return {
    demo: { directory: join(directory, 'demo'), receiverUrl: receiver.url },
    close() {
      receiver.close();
      remove();
    },
  };
}

/** Does so for a whole run. */
export default async function setup(project: TestProject): Promise<() => void> {
  const { demo, close } = await prepareSharedDemo();
  project.provide('sharedDemo', demo);
  return close;
}

/** A receiver that answers 503 to every third event. */
async function startBrokenReceiver() {
  let requests = 0;
  const server = http.createServer((_request, response) => {
    requests += 1;
    response.writeHead(requests % 3 === 0 ? 503 : 204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
