import {
  type Command,
  codesIn,
  emptyFacts,
  type Facts,
  inWorkspace,
  type LeadCommand,
  type PaidCommand,
  parseClickId,
  type SaleCommand,
} from '@svc/core';
import { loadClicks } from './clicks.js';
import { loadCodeUse } from './code-use.js';
import { loadCodes, loadCodesOfDiscounts, type WantedName } from './codes.js';
import { loadCommissions } from './commissions.js';
import type { Transaction } from './commit.js';
import { loadCustomers, type WantedKey } from './customers.js';
import type { LinkCatalog } from './links.js';
import { loadPayers, type WantedEmail, type WantedPayer } from './payers.js';
import {
  findPayments,
  loadAdjustments,
  loadPayments,
  loadPaymentsOfSales,
  paymentReferences,
} from './payments.js';
import { loadEnrollments, loadPrograms, loadProgramsByOrigin } from './programs.js';
import { loadRefundKeys } from './refunds.js';
import { loadWhatRulesAskFor } from './rule-facts.js';
import { loadReferences, loadSales } from './sales.js';

type Paying = SaleCommand | PaidCommand;
type Person = LeadCommand | Paying;

/** As much of a transaction as loading needs. */
export type FactLoader = Pick<Transaction, 'add' | 'flush'>;

/**
 * Loads what is needed to decide all commands of a batch, one statement per table. Statements that do not need each
 * other's results go out together, but always in this order: what follows the customers is read only once they are
 * locked. Rows that decisions may change are locked until the transaction ends.
 */
export async function loadFacts(
  transaction: FactLoader,
  links: LinkCatalog,
  commands: readonly Command[],
): Promise<Facts> {
  const facts = emptyFacts();
  // Where all links are known from memory, clicks ask nothing: their transaction begins when they are written.
  const missing = links.load(facts, shortLinksOf(commands));
  const others = commands.filter((command) => command.kind !== 'click');
  const redirectClickIds = redirectClickIdsOf(commands);
  if (missing === null && others.length === 0 && redirectClickIds.length === 0) return facts;
  const people = others.filter((command) => command.kind === 'lead' || isPaying(command));
  const clickIds = clickIdsOf(people);
  const origins = originsOf(people);
  const clicks = loadClicks(facts, new Set([...clickIds, ...redirectClickIds]));
  transaction.add(missing, clicks, loadProgramsByOrigin(facts, origins));
  // A server says which program it speaks for; a page's program follows from its click and its origin.
  if (origins.size > 0) await transaction.flush();
  transaction.add(
    loadPrograms(facts, programIdsOf(people, facts)),
    loadCodes(facts, wantedCodes(people, facts)),
    loadCodesOfDiscounts(facts, wantedDiscounts(people, facts)),
  );
  if (origins.size > 0) await transaction.flush();
  const paymentIds: number[] = [];
  const payers = wantedPayers(people);
  transaction.add(
    loadPayers(facts, payers),
    loadCustomers(facts, { keys: wantedKeys(people, facts), clickIds, payers, emails: wantedEmails(people) }),
    findPayments(paymentIds, others),
    loadReferences(facts, referencesOf(others)),
  );
  await transaction.flush();
  transaction.add(loadEnrollments(facts, enrollmentIdsOf(people, facts)));
  await loadReported(transaction, facts, paymentIds, others);
  // Leads load relationships for their rewards, which no rule pays.
  if (people.some(isPaying)) transaction.add(...loadWhatRulesAskFor(facts), loadCodeUse(facts));
  await transaction.flush();
  return facts;
}

function shortLinksOf(commands: readonly Command[]): Set<string> {
  const keys = new Set<string>();
  for (const command of commands) {
    if (command.kind !== 'click') continue;
    keys.add(command.shortLinkKey);
    for (const key of command.otherLinkKeys ?? []) keys.add(key);
  }
  return keys;
}

/** Clicks that redirects may have recorded for the visits that clicks report. */
function redirectClickIdsOf(commands: readonly Command[]): string[] {
  const ids: string[] = [];
  for (const command of commands)
    if (command.kind === 'click' && command.redirectClickId !== null) ids.push(command.redirectClickId);
  return ids;
}

function clickIdsOf(people: readonly Person[]): Set<string> {
  const ids = new Set<string>();
  for (const person of people) {
    if (person.clickId !== null) ids.add(person.clickId);
    const reference = referenceOf(person);
    if (reference !== null && parseClickId(reference) !== null) ids.add(reference);
  }
  return ids;
}

function originsOf(people: readonly Person[]): Set<string> {
  const origins = new Set<string>();
  for (const { caller } of people)
    if (caller.mode === 'browser' && caller.origin !== null) origins.add(caller.origin);
  return origins;
}

/** References that say whether a sale is there already, and which sale a refund is of. */
function referencesOf(commands: readonly Command[]): Set<string> {
  const references = new Set<string>();
  for (const command of commands) {
    for (const reference of paymentReferences(command)) references.add(reference);
    if (command.kind === 'refund') references.add(command.transactionId);
  }
  return references;
}

/** Every program that one of the commands may turn out to be for. */
function programIdsOf(people: readonly Person[], facts: Facts): Set<number> {
  const ids = new Set<number>();
  for (const command of people) for (const id of programsOf(command, facts)) ids.add(id);
  return ids;
}

/** Whether one of the programs pays for leads. */
export function paysForLeads({ programs }: Facts): boolean {
  for (const { leadRewardCents } of programs.values()) if (leadRewardCents !== null) return true;
  return false;
}

function isPaying(command: Command): command is Paying {
  return command.kind === 'sale' || command.kind === 'paid';
}

/** What a page attached to a checkout. */
function referenceOf(person: Person): string | null {
  return person.kind === 'lead' ? null : (person.payer?.clientReference ?? null);
}

/** Whether a server's lead may name the partner of a customer whom only pages have named, perhaps in the same batch. */
function decidesClaims(people: readonly Person[], facts: Facts): boolean {
  if (!people.some(({ caller, clickId }) => caller.mode === 'server' && clickId !== null)) return false;
  if (people.some(({ caller }) => caller.mode === 'browser')) return true;
  for (const { namedBy } of facts.customers.values()) if (namedBy === 'browser') return true;
  return false;
}

/** Partner-program relationships that a sale or a lead may earn a commission in: its customer's, its click's or its code's. */
function enrollmentIdsOf(people: readonly Person[], facts: Facts): Set<number> {
  const ids = new Set<number>();
  if (!people.some(isPaying) && !paysForLeads(facts) && !decidesClaims(people, facts)) return ids;
  for (const { enrollmentId } of facts.customers.values()) if (enrollmentId !== null) ids.add(enrollmentId);
  for (const { enrollmentId } of facts.clicks.values()) ids.add(enrollmentId);
  for (const { enrollmentId } of facts.codes.values()) ids.add(enrollmentId);
  for (const { enrollmentId } of facts.codesByDiscount.values()) ids.add(enrollmentId);
  return ids;
}

/** The codes of the commands, each in every program that its command may turn out to be for. */
function wantedCodes(people: readonly Person[], facts: Facts): WantedName[] {
  return people.flatMap((command) => {
    const { code } = command;
    const names = code === null ? [] : codesIn(code);
    return names.flatMap((name) => programsOf(command, facts).map((programId) => ({ programId, name })));
  });
}

function wantedDiscounts(people: readonly Person[], facts: Facts): WantedName[] {
  return people.flatMap((command) => {
    if (command.kind === 'lead') return [];
    return command.discountIds.flatMap((name) =>
      programsOf(command, facts).map((programId) => ({ programId, name })),
    );
  });
}

/** Every program a command may turn out to be for. */
function programsOf(command: Person, facts: Facts): readonly number[] {
  if (command.kind === 'paid') {
    const { programId, activeIds } = command.programs;
    return programId === null ? activeIds : [programId];
  }
  if (command.caller.mode === 'server') return [command.caller.programId];
  const click = command.clickId === null ? undefined : facts.clicks.get(command.clickId);
  if (click !== undefined) return [click.programId, ...listedPrograms(command.caller.origin, facts)];
  return listedPrograms(command.caller.origin, facts);
}

function listedPrograms(origin: string | null, facts: Facts): readonly number[] {
  return origin === null ? [] : (facts.programsByOrigin.get(origin) ?? []);
}

/** The customer keys of the commands, each in every workspace it may be meant in. */
function wantedKeys(people: readonly Person[], facts: Facts): WantedKey[] {
  const wanted = new Map<string, WantedKey>();
  for (const command of people) {
    for (const customerKey of [command.customerKey, referenceOf(command)]) {
      if (customerKey === null) continue;
      for (const workspaceId of workspacesOf(command, facts))
        wanted.set(`${workspaceId} ${customerKey}`, { workspaceId, customerKey });
    }
  }
  return [...wanted.values()];
}

function workspacesOf(command: Person, facts: Facts): readonly number[] {
  if (command.caller.mode === 'server') return [command.caller.workspaceId];
  const ids = programsOf(command, facts).map((programId) => facts.programs.get(programId)?.workspaceId);
  return ids.filter((id) => id !== undefined);
}

/** The names by which payment providers name who paid. */
function wantedPayers(people: readonly Person[]): WantedPayer[] {
  return people.flatMap((command) => {
    const payer = command.kind === 'lead' ? null : command.payer;
    if (payer == null) return [];
    const { connectionId, names } = payer;
    return names.map((name) => ({ connectionId, ...name }));
  });
}

/** The addresses of payers, each in every program that the payment may be of. */
function wantedEmails(people: readonly Person[]): WantedEmail[] {
  return people.flatMap((command) => {
    if (command.kind !== 'paid' || command.payer.email === null) return [];
    const { email } = command.payer;
    return programsOf(command, emptyFacts()).map((programId) => ({ programId, email }));
  });
}

/** Loads the payments that commands report, and the sales that refunds and payments are about. */
async function loadReported(
  transaction: FactLoader,
  facts: Facts,
  paymentIds: readonly number[],
  commands: readonly Command[],
): Promise<void> {
  if (paymentIds.length > 0) {
    transaction.add(...loadPayments(facts, paymentIds));
    await transaction.flush();
    // Read again: the transaction that held the payments until now may have recorded their sale.
    const references = referencesOf(commands);
    for (const known of facts.paymentReferences.values())
      for (const reference of known) references.add(reference);
    transaction.add(loadReferences(facts, references));
    await transaction.flush();
  }
  const reportedSaleIds = reportedSales(facts, commands);
  const saleIds = new Set(reportedSaleIds);
  const refundKeys: { saleId: number; refundKey: string }[] = [];
  for (const command of commands) {
    if (command.kind !== 'refund') continue;
    const reference = inWorkspace(command.caller.workspaceId, command.transactionId);
    const saleId = facts.saleByReference.get(reference);
    if (saleId === undefined) continue;
    saleIds.add(saleId);
    if (command.refundKey !== null) refundKeys.push({ saleId, refundKey: command.refundKey });
  }
  transaction.add(loadSales(facts, [...saleIds]), loadPaymentsOfSales(facts, [...reportedSaleIds]));
  // Adjustments are loaded by payment id, so the payments of the sales must be known first.
  if (reportedSaleIds.size > 0) await transaction.flush();
  transaction.add(
    loadAdjustments(facts),
    loadCommissions(facts, [...saleIds]),
    loadRefundKeys(facts, refundKeys),
  );
  await transaction.flush();
}

/** The sales that the card processor reports something about, by their own references or those of their payment. */
function reportedSales(facts: Facts, commands: readonly Command[]): Set<number> {
  const saleIds = new Set<number>();
  const add = (workspaceId: number, reference: string) => {
    const saleId = facts.saleByReference.get(inWorkspace(workspaceId, reference));
    if (saleId !== undefined) saleIds.add(saleId);
  };
  for (const command of commands) {
    const isReported =
      command.kind === 'payment' ||
      command.kind === 'paid' ||
      (command.kind === 'sale' && command.source === 'processor');
    if (!isReported) continue;
    for (const reference of paymentReferences(command)) add(command.caller.workspaceId, reference);
  }
  for (const { id, workspaceId, saleId } of facts.payments.values()) {
    if (saleId !== null) saleIds.add(saleId);
    for (const reference of facts.paymentReferences.get(id) ?? []) add(workspaceId, reference);
  }
  return saleIds;
}
