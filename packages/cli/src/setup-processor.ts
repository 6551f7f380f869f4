import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Context } from './context.js';
import { Failure } from './failure.js';
import { editEnv, ignoreInGit, writeWhole } from './generated-files.js';
import { openInBrowser } from './open-in-browser.js';
import { type ConnectAnswer, type ConnectState, createService, type Service } from './service.js';
import { connectionOf, ENV_FILE, readTextIfThere, readVariables, setVariable } from './settings.js';

export interface SetupOptions {
  readonly isBrowserOpened: boolean;
  /** How long to wait for the person to decide. */
  readonly timeoutSeconds: number;
}

const AGAIN = 'Run svc setup processor again.';
const SHORTEST_INTERVAL_SECONDS = 0.1;
const LONGEST_INTERVAL_SECONDS = 60;
/** Polls that may fail in a row, so that a restart of the service does not end the wait. */
const TOLERATED_FAILURES = 5;

/**
 * `svc setup processor`: a person allows the service to read the payments of a Stripe account, and the id of that account
 * is written to `.svc/.env`. Contract section 4.
 */
export async function setupProcessor(context: Context, options: SetupOptions): Promise<void> {
  const { terminal } = context;
  const connection = connectionOf(await readVariables(context.folder, context.environment));
  terminal.start('svc setup processor');
  const service = createService(connection);
  const request = await terminal.waiting('Asking the service for an address', () => service.connect());
  const url = authorizeUrl(request);
  const isOpened = options.isBrowserOpened && (await openInBrowser(url, context.environment));
  terminal.info(
    `${isOpened ? 'Your browser opens' : 'Open'} this address, and allow the connection there:\n${url}`,
  );
  const state = await terminal.waiting('Waiting for your decision', () =>
    waitForDecision(service, request, options.timeoutSeconds),
  );
  const accountId = connectedAccount(state);
  await remember(context, accountId);
  terminal.done(`Connected: ${accountId}\nWrote PROCESSOR_CONNECTED_ACCOUNT_ID to ${ENV_FILE}`);
  terminal.end('Payments are attributed from now on. Next: svc status');
}

/** The address to open; refuses anything but http and https. */
function authorizeUrl({ authorize_url }: ConnectAnswer): string {
  const url = URL.canParse(authorize_url) ? new URL(authorize_url) : null;
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return url.href;
  throw new Failure('The service gave no web address to open', 'Contact the operator of the service.');
}

async function waitForDecision(
  service: Service,
  { poll_token, interval_seconds }: ConnectAnswer,
  timeoutSeconds: number,
): Promise<ConnectState> {
  const seconds = Math.min(Math.max(interval_seconds, SHORTEST_INTERVAL_SECONDS), LONGEST_INTERVAL_SECONDS);
  const deadlineMs = performance.now() + timeoutSeconds * 1000;
  let failures = 0;
  for (;;) {
    const leftMs = deadlineMs - performance.now();
    if (leftMs <= 0) {
      throw new Failure(`No decision within ${timeoutSeconds} seconds`, `${AGAIN} --timeout S waits longer.`);
    }
    await delay(Math.min(seconds * 1000, leftMs));
    try {
      const state = await service.connectState(poll_token);
      if (state.status !== 'pending') return state;
      failures = 0;
    } catch (error) {
      failures += 1;
      if (failures > TOLERATED_FAILURES) throw error;
    }
  }
}

function connectedAccount({ status, account_id }: ConnectState): string {
  if (status === 'denied') {
    throw new Failure(
      'The connection was declined at Stripe, or refused by the service because an account is already connected',
      `${AGAIN} Allow the connection this time. To replace a connected account, use the dashboard.`,
    );
  }
  if (status === 'expired') throw new Failure('The address was not used in time', AGAIN);
  if (account_id !== null && /^[\w-]+$/.test(account_id)) return account_id;
  throw new Failure(
    'The service is connected but names no account',
    'Run svc status to see the state of the connection.',
  );
}

async function remember({ folder }: Context, accountId: string): Promise<void> {
  await ignoreInGit(folder, ENV_FILE);
  const path = join(folder, ENV_FILE);
  const before = await readTextIfThere(path);
  const after = editEnv(before, (text) => setVariable(text, 'PROCESSOR_CONNECTED_ACCOUNT_ID', accountId));
  await writeWhole(path, after, 0o600);
}
