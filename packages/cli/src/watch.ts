import { setTimeout } from 'node:timers/promises';
import type { WatchItem } from '@svc/contract';
import type { ErrorCode } from '@svc/contract/errors';
import type { Context } from './context.js';
import { Failure } from './failure.js';
import { FIXES } from './fixes.js';
import { formatAmount } from './money.js';
import { createService } from './service.js';
import { connectionOf, readVariables } from './settings.js';
import type { Terminal } from './terminal.js';

/** The service answers after this time at the latest. */
const WAIT_SECONDS = 20;
const TRY_AGAIN_MS = 2_000;

export interface WatchOptions {
  /** Without it, only an interruption ends it. */
  readonly timeoutSeconds?: number | undefined;
  onItem(item: WatchItem): void;
}

/**
 * `svc watch`: shows what happens in the program, as it happens, until it is interrupted or the time is up. `onItem` gets each thing as
 * the service gave it. A service that is away for a while is asked again; any other failure ends it. Contract 2, section 17.
 */
export async function watch(
  context: Context,
  { timeoutSeconds = Number.POSITIVE_INFINITY, onItem }: WatchOptions,
): Promise<void> {
  const { terminal } = context;
  const endMs = Date.now() + timeoutSeconds * 1_000;
  const left = () => (endMs - Date.now()) / 1_000;
  const service = createService(connectionOf(await readVariables(context.folder, context.environment)));
  terminal.start('svc watch');
  const { program } = await service.status();
  terminal.info(
    `Watching ${program.name}, program ${program.id}. Open your site through a partner's link, sign up, pay. ` +
      (Number.isFinite(timeoutSeconds) ? `This ends after ${timeoutSeconds} seconds.` : 'Ctrl-C ends it.'),
  );
  let after = '';
  let isAway = false;
  while (left() > 0) {
    try {
      const { data, next_after: next } = await service.watch(
        after,
        Math.min(WAIT_SECONDS, Math.ceil(left())),
      );
      after = next;
      isAway = false;
      for (const item of data) {
        onItem(item);
        show(terminal, item);
      }
    } catch (error) {
      if (!(error instanceof Failure) || !error.isTemporary) throw error;
      if (!isAway) terminal.warn(`${error.message}\nTrying again.`);
      isAway = true;
      await setTimeout(TRY_AGAIN_MS);
    }
  }
}

function show(terminal: Terminal, item: WatchItem): void {
  const time = new Date(item.occurred_at).toTimeString().slice(0, 8);
  if (item.type === 'refused') {
    const what = item.value === null ? '' : ` (${item.value})`;
    const times = item.count === 1 ? '' : `, ${item.count} times today`;
    const fix = Object.hasOwn(FIXES, item.code) ? FIXES[item.code as ErrorCode] : null;
    terminal.warn(
      `${time}  ${item.event} refused: ${item.error}${what}${times}${fix === null ? '' : `\n${fix}`}`,
    );
    return;
  }
  terminal.done(`${time}  ${item.type.padEnd(7)}${describe(item)}`);
}

function describe(item: Exclude<WatchItem, { type: 'refused' }>): string {
  const amount =
    item.amount_cents === null || item.currency === null
      ? null
      : formatAmount(item.amount_cents, item.currency);
  const parts = [
    item.transaction_id,
    amount,
    item.customer_key === null ? null : `customer ${item.customer_key}`,
    item.click_id,
    item.partner_id === null ? 'no partner' : `partner ${item.partner_id}`,
    item.test_mode ? 'test' : null,
    item.bot ? 'bot or headless browser: not counted' : null,
  ];
  return parts.filter((part) => part !== null).join('  ');
}
