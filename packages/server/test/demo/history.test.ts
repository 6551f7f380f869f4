import type { Command } from '@svc/core';
import { describe, expect, test } from 'vitest';
import { CAST } from '../../../../demo/cast.js';
import {
  DAY_MS,
  generateHistory,
  HISTORY_DAYS,
  type ServerCaller,
  timeOf,
} from '../../../../demo/history.js';
import { provisionText } from '../../../../demo/provision.js';
import { parseProvisionFile } from '../../src/provision/index.js';

const callers = new Map<string, ServerCaller>(
  CAST.map(({ name }, index) => [name, { mode: 'server', workspaceId: 1, programId: index + 1 }]),
);

function historyUpTo(endMs: number): Command[] {
  const startMs = Math.floor(endMs / DAY_MS) * DAY_MS - (HISTORY_DAYS - 1) * DAY_MS;
  return generateHistory({ seed: 'svc demo', startMs, endMs, callers });
}

// Weekdays shape the history, so whatever day the demo is started on has to give a good one.
const daysOfAWeek = Array.from({ length: 7 }, (_, day) => Date.UTC(2026, 10, 16 + day, 9, 41));

const ofKind = <Kind extends Command['kind']>(commands: readonly Command[], kind: Kind) =>
  commands.filter((command): command is Extract<Command, { kind: Kind }> => command.kind === kind);

describe('the history of the demo', () => {
  const [monday = 0] = daysOfAWeek;

  test('is the same every time for the same seed and time', () => {
    expect(historyUpTo(monday)).toEqual(historyUpTo(monday));
  });

  test.each(daysOfAWeek)('generated at %i is in the order of time, within its ninety days', (endMs) => {
    const times = historyUpTo(endMs).map(timeOf);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(times[0]).toBeGreaterThanOrEqual(endMs - HISTORY_DAYS * DAY_MS);
    expect(times.at(-1)).toBeLessThanOrEqual(endMs);
    expect(times.every(Number.isSafeInteger)).toBe(true);
  });

  test.each(daysOfAWeek)('generated at %i has something of everything', (endMs) => {
    const commands = historyUpTo(endMs);
    const clicks = ofKind(commands, 'click');
    const leads = ofKind(commands, 'lead');
    const sales = ofKind(commands, 'sale');
    const refunds = ofKind(commands, 'refund');
    expect(clicks.length).toBeGreaterThan(3000);
    expect(clicks.length).toBeLessThan(7000);
    expect(clicks.some(({ bot }) => bot)).toBe(true);
    expect(clicks.some(({ testMode }) => testMode)).toBe(true);
    expect(leads.length).toBeGreaterThan(200);
    expect(leads.filter(({ clickId }) => clickId === null).length).toBeGreaterThan(5);
    expect(leads.some(({ caller }) => caller.mode === 'browser')).toBe(true);
    expect(leads.some(({ caller }) => caller.mode === 'server')).toBe(true);
    expect(sales.length).toBeGreaterThan(200);
    expect(sales.some(({ testMode }) => testMode)).toBe(true);
    expect(sales.some(({ taxCents }) => taxCents > 0)).toBe(true);
    expect(refunds.some(({ amountCents }) => amountCents === null)).toBe(true);
    expect(refunds.some(({ amountCents }) => amountCents !== null)).toBe(true);
    expect(refunds.length).toBeLessThan(sales.length / 5);
  });

  test('grows, and has weekends', () => {
    const clicks = ofKind(historyUpTo(monday), 'click');
    const half = monday - 45 * DAY_MS;
    const early = clicks.filter(({ key }) => key.clickedMs < half).length;
    expect(clicks.length - early).toBeGreaterThan(early * 1.2);
    const ofTidydesk = clicks.filter(({ affiliateUrl }) => affiliateUrl.startsWith('https://tidydesk.test/'));
    const onSaturdays = ofTidydesk.filter(({ key }) => new Date(key.clickedMs).getUTCDay() === 6);
    expect(onSaturdays.length / ofTidydesk.length).toBeLessThan(0.11);
  });
});

test('the provision file of the demo is three programs and twenty partners, of every status', () => {
  const [workspace] = parseProvisionFile(provisionText()).workspaces;
  const partners = workspace?.programs.flatMap((program) => program.partners) ?? [];
  expect(workspace?.programs.map(({ currency }) => currency)).toEqual(['USD', 'EUR', 'JPY']);
  expect(new Set(partners.map(({ email }) => email)).size).toBe(20);
  expect(new Set(partners.map(({ status }) => status))).toEqual(
    new Set(['approved', 'pending', 'suspended', 'rejected']),
  );
  expect(partners.filter(({ commission }) => commission !== undefined).length).toBeGreaterThan(2);
});
