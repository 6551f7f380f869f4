import { type Command, emptyFacts, type Facts, type LeadCommand, type SaleCommand } from '@svc/core';
import type { ClientBase } from 'pg';
import { loadClicks } from './clicks.js';
import { loadCommissions } from './commissions.js';
import { loadCustomers, type WantedKey } from './customers.js';
import type { LinkCatalog } from './links.js';
import { loadNotices, loadPayments, namesOf } from './payments.js';
import { loadEnrollments, loadPrograms, loadProgramsByOrigin } from './programs.js';
import { loadRefundKeys } from './refunds.js';
import { loadReferences, loadSales } from './sales.js';

/**
 * Loads what is needed to decide all commands of a batch, one statement per table, in an order in which each
 * statement knows its keys. Rows that decisions may change are locked until the transaction ends.
 */
export async function loadFacts(
  client: ClientBase,
  links: LinkCatalog,
  commands: readonly Command[],
): Promise<Facts> {
  const facts = emptyFacts();
  await loadLinks(client, links, facts, commands);
  const people = commands.filter((command) => command.kind === 'lead' || command.kind === 'sale');
  if (people.length > 0) await loadPeople(client, facts, people);
  await loadMoney(client, facts, commands);
  return facts;
}

async function loadLinks(
  client: ClientBase,
  links: LinkCatalog,
  facts: Facts,
  commands: readonly Command[],
): Promise<void> {
  const keys = new Set<string>();
  for (const command of commands) if (command.kind === 'click') keys.add(command.shortLinkKey);
  await links.load(client, facts, keys);
}

/** Clicks, programs, customers and relationships that leads and sales may mean. */
async function loadPeople(
  client: ClientBase,
  facts: Facts,
  commands: readonly (LeadCommand | SaleCommand)[],
): Promise<void> {
  const clickIds = new Set<string>();
  const origins = new Set<string>();
  for (const command of commands) {
    if (command.clickId !== null) clickIds.add(command.clickId);
    if (command.caller.mode === 'browser' && command.caller.origin !== null)
      origins.add(command.caller.origin);
  }
  for (const [id, click] of await loadClicks(client, clickIds)) facts.clicks.set(id, click);
  await loadProgramsByOrigin(client, facts, origins);
  const programIds = new Set<number>();
  for (const command of commands) for (const id of programsOf(command, facts)) programIds.add(id);
  await loadPrograms(client, facts, programIds);
  await loadCustomers(client, facts, wantedKeys(commands, facts), clickIds);
  const enrollmentIds = new Set<number>();
  if (commands.some((command) => command.kind === 'sale')) {
    for (const { enrollmentId } of facts.customers.values())
      if (enrollmentId !== null) enrollmentIds.add(enrollmentId);
    for (const { enrollmentId } of facts.clicks.values()) enrollmentIds.add(enrollmentId);
  }
  await loadEnrollments(client, facts, enrollmentIds);
}

/** Every program a command may turn out to be for. */
function programsOf(command: LeadCommand | SaleCommand, facts: Facts): readonly number[] {
  if (command.caller.mode === 'server') return [command.caller.programId];
  const click = command.clickId === null ? undefined : facts.clicks.get(command.clickId);
  if (click !== undefined) return [click.programId, ...listedPrograms(command.caller.origin, facts)];
  return listedPrograms(command.caller.origin, facts);
}

function listedPrograms(origin: string | null, facts: Facts): readonly number[] {
  return origin === null ? [] : (facts.programsByOrigin.get(origin) ?? []);
}

/** The customer keys of the commands, each in every workspace it may be meant in. */
function wantedKeys(commands: readonly (LeadCommand | SaleCommand)[], facts: Facts): WantedKey[] {
  const wanted = new Map<string, WantedKey>();
  for (const command of commands) {
    const { customerKey } = command;
    if (customerKey === null) continue;
    for (const programId of programsOf(command, facts)) {
      const workspaceId = facts.programs.get(programId)?.workspaceId;
      if (workspaceId === undefined) continue;
      wanted.set(`${workspaceId} ${customerKey}`, { workspaceId, customerKey });
    }
  }
  return [...wanted.values()];
}

/** References of sales to come, payments, and what is there of the sales that refunds and payments are about. */
async function loadMoney(client: ClientBase, facts: Facts, commands: readonly Command[]): Promise<void> {
  await loadPayments(client, facts, commands);
  const references = new Set<string>();
  for (const command of commands) {
    for (const name of namesOf(command)) references.add(name);
    if (command.kind === 'refund') references.add(command.transactionId);
  }
  for (const known of facts.paymentReferences.values()) for (const name of known) references.add(name);
  await loadReferences(client, facts, references);
  const toldSaleIds = salesToldOf(facts, commands);
  const saleIds = new Set(toldSaleIds);
  const refundKeys: { saleId: number; refundKey: string }[] = [];
  for (const command of commands) {
    if (command.kind !== 'refund') continue;
    const saleId = facts.saleByReference.get(command.transactionId);
    if (saleId === undefined) continue;
    saleIds.add(saleId);
    if (command.refundKey !== null) refundKeys.push({ saleId, refundKey: command.refundKey });
  }
  await loadSales(client, facts, [...saleIds]);
  await loadNotices(client, facts, [...toldSaleIds]);
  await loadCommissions(client, facts, [...saleIds]);
  await loadRefundKeys(client, facts, refundKeys);
}

/** The sales that the card processor tells something of, under a name of theirs or of their payment. */
function salesToldOf(facts: Facts, commands: readonly Command[]): Set<number> {
  const saleIds = new Set<number>();
  const add = (reference: string) => {
    const saleId = facts.saleByReference.get(reference);
    if (saleId !== undefined) saleIds.add(saleId);
  };
  for (const command of commands) {
    const isTold = command.kind === 'payment' || (command.kind === 'sale' && command.source === 'processor');
    if (isTold) for (const name of namesOf(command)) add(name);
  }
  for (const { saleId } of facts.payments.values()) if (saleId !== null) saleIds.add(saleId);
  for (const known of facts.paymentReferences.values()) for (const name of known) add(name);
  return saleIds;
}
