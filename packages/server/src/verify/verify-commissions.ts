import { isDeepStrictEqual } from 'node:util';
import {
  type Commission,
  type CommissionCalculation,
  type Customer,
  calculateCommission,
  codesOfSale,
  type Enrollment,
  earnCommission,
  emptyFacts,
  firstSaleAtSale,
  leftAfter,
  type Program,
  type Sale,
  type SaleCommission,
  whenRecorded,
} from '@svc/core';
import { send } from '../database/statements.js';
import { readCustomersAtSales } from '../features/customers/read-customers-at-sales.js';
import { type RuleRow, readRules } from '../features/rules/read-rules.js';
import { loadCodeNames } from '../ingest/codes.js';
import { saleCommissionFromRow } from '../ingest/commissions.js';
import { loadEnrollments, loadPrograms } from '../ingest/programs.js';
import { ruleFromRow } from '../ingest/rules.js';
import { saleFromRow } from '../ingest/sales.js';
import type { Row } from '../ingest/table.js';
import type { Check } from './check.js';
import { reportRows } from './check.js';

/** Every sale is decided once more by the rules themselves, and its commission, or that it has none, compared. */
export async function verifyCommissions(check: Check): Promise<void> {
  await reportRows(
    check,
    'commissions',
    `select m.id, format('its sale %s does not exist', m.sale_id) as what
       from commissions m left join sales s on s.id = m.sale_id
      where m.sale_id is not null and s.id is null order by m.id`,
  );
  for (let afterId = Number.MIN_SAFE_INTEGER, read = 0, isMore = true; isMore; ) {
    const { rows } = await check.client.query<Row>('select * from sales where id > $1 order by id limit $2', [
      afterId,
      check.chunkSize,
    ]);
    const sales = rows.map(saleFromRow);
    const known = await loadKnown(check, sales);
    for (const sale of sales) {
      verifySale(check, sale, known);
      for (const one of known.reassigned.get(sale.id) ?? []) verifyReassigned(check, sale, one, known);
    }
    afterId = sales.at(-1)?.id ?? afterId;
    isMore = sales.length === check.chunkSize;
    read += sales.length;
    check.onRowsRead('sales', read);
  }
}

interface Known {
  readonly programs: ReadonlyMap<number, Program>;
  readonly enrollments: ReadonlyMap<number, Enrollment>;
  readonly codeNames: ReadonlyMap<number, string>;
  /** By sale. */
  readonly customers: ReadonlyMap<number, Customer>;
  readonly rules: ReadonlyMap<number, RuleRow>;
  /** By sale. */
  readonly commissions: ReadonlyMap<number, SaleCommission>;
  /** By sale: what it had earned partners whom it is no longer credited to. */
  readonly reassigned: ReadonlyMap<number, readonly SaleCommission[]>;
}

async function loadKnown({ client }: Check, sales: readonly Sale[]): Promise<Known> {
  const { rows: commissionRows } = await client.query<Row>(
    'select * from commissions where sale_id = any($1::bigint[]) order by id',
    [sales.map((sale) => sale.id)],
  );
  const commissions = commissionRows.map(saleCommissionFromRow);
  const facts = emptyFacts();
  await send(client, [
    loadPrograms(facts, new Set(sales.map((sale) => sale.programId))),
    loadEnrollments(facts, new Set([...sales, ...commissions].map(({ enrollmentId }) => enrollmentId))),
    loadCodeNames(facts.codeNames, [
      ...sales.flatMap((sale) => sale.creditCodeId ?? []),
      ...commissions.flatMap(({ reason }) => reason.codeId ?? []),
    ]),
  ]);
  const ruleIds = [...sales, ...commissions].flatMap(({ ruleId }) => ruleId ?? []);
  return {
    programs: facts.programs,
    enrollments: facts.enrollments,
    codeNames: facts.codeNames,
    customers: await readCustomersAtSales(client, sales),
    rules: await readRules(client, new Set(ruleIds)),
    commissions: new Map(
      commissions
        .filter(({ reassignedAtMs }) => reassignedAtMs === null)
        .map((commission) => [commission.saleId, commission]),
    ),
    reassigned: bySale(commissions.filter(({ reassignedAtMs }) => reassignedAtMs !== null)),
  };
}

function bySale(commissions: readonly SaleCommission[]): ReadonlyMap<number, readonly SaleCommission[]> {
  const found = new Map<number, SaleCommission[]>();
  for (const commission of commissions) {
    const known = found.get(commission.saleId);
    if (known === undefined) found.set(commission.saleId, [commission]);
    else known.push(commission);
  }
  return found;
}

/**
 * What a sale earns is a matter of its own amounts, of what it says was true when it was recorded (rule version, hold
 * days, program currency, partner status), and of the customer's first sale.
 */
function verifySale(check: Check, sale: Sale, known: Known): void {
  const program = known.programs.get(sale.programId);
  const enrollment = known.enrollments.get(sale.enrollmentId);
  const customer = known.customers.get(sale.id);
  const ruleRow = sale.ruleId === null ? null : known.rules.get(sale.ruleId);
  // Whatever does not exist has been reported with the sale.
  if (!program || !enrollment || !customer || ruleRow === undefined) return;
  const rule = ruleRow && ruleFromRow(ruleRow);
  const firstSale = firstSaleAtSale(customer, sale);
  const commission = known.commissions.get(sale.id) ?? null;
  const then = whenRecorded(
    // A sale from before hold days were kept on it: its commission is all that says.
    { ...sale, holdDays: sale.holdDays ?? commission?.reason.holdDays ?? null },
    program,
    enrollment,
  );
  const { currency: programCurrency } = then.program;
  const codes = codesOfSale(sale, codeNameOf(sale, known));
  const calculation = calculateCommission({ sale, codes, rule, programCurrency, firstSale });
  verifyState(check, sale, calculation, commission);
  if (commission === null || !calculation.due || rule === null || firstSale === null) return;
  const { commission: expected } = earnCommission(
    { sale, ...then, customer, rule, firstSale, flags: [], atMs: 0, newId: () => 0 },
    calculation,
  );
  verifyCommission(check, sale, commission, expected);
}

function codeNameOf({ creditCodeId }: Sale, known: Known): string | null {
  return creditCodeId === null ? null : (known.codeNames.get(creditCodeId) ?? null);
}

function verifyState(
  check: Check,
  sale: Sale,
  calculation: CommissionCalculation,
  commission: Commission | null,
): void {
  const say = (what: string) => check.report({ table: 'sales', id: sale.id, what });
  if (calculation.due && sale.commissionState === 'none') {
    say(
      `it is said to earn nothing (${sale.noCommissionCode}), and it earns ${calculation.amountCents} ${calculation.currency}`,
    );
  }
  if (calculation.due) return;
  if (sale.commissionState !== 'none') {
    say(`the state of its commission is ${sale.commissionState}, and it earns nothing: ${calculation.code}`);
  } else if (sale.noCommissionCode !== calculation.code) {
    say(
      `it is said to earn nothing for another reason (${sale.noCommissionCode}) than the rules give: ${calculation.code}`,
    );
  }
  if (commission === null) return;
  const what = `it was earned by sale ${sale.id}, which earns nothing: ${calculation.code}`;
  check.report({ table: 'commissions', id: commission.id, what });
}

/** What a sale had earned a partner whom it is no longer credited to, by the rule and the link of then. */
function verifyReassigned(check: Check, sale: Sale, commission: SaleCommission, known: Known): void {
  const program = known.programs.get(sale.programId);
  const enrollment = known.enrollments.get(commission.enrollmentId);
  const customer = known.customers.get(sale.id);
  const ruleRow = known.rules.get(commission.ruleId);
  if (!program || !enrollment || !customer || !ruleRow) return;
  const { enrollmentId, partnerId, ruleId, reason } = commission;
  const then: Sale = {
    ...sale,
    enrollmentId,
    partnerId,
    ruleId,
    linkId: reason.linkId,
    creditCodeId: reason.codeId ?? null,
    partnerCustomers: reason.partnerCustomers ?? null,
    customerLeftCents: reason.customerLeftCents ?? null,
  };
  const recorded = whenRecorded({ ...then, holdDays: sale.holdDays ?? reason.holdDays }, program, enrollment);
  const rule = ruleFromRow(ruleRow);
  // When it was assigned away, another date may have been known.
  const firstSale = firstSaleAtSale(customer, { firstSaleAtMs: reason.firstSaleAtMs });
  if (firstSale === null) return;
  const programCurrency = recorded.program.currency;
  const codes = codesOfSale(then, codeNameOf(then, known));
  const calculation = calculateCommission({ sale: then, codes, rule, programCurrency, firstSale });
  if (!calculation.due) {
    const what = `it was earned by sale ${sale.id}, which earned its partner nothing: ${calculation.code}`;
    check.report({ table: 'commissions', id: commission.id, what });
    return;
  }
  const { commission: expected } = earnCommission(
    { sale: then, ...recorded, customer, rule, firstSale, flags: [], atMs: 0, newId: () => 0 },
    calculation,
  );
  // The customer as they are credited for the sale now does not say by which click they were credited then.
  verifyFixed(check, sale, commission, {
    ...expected,
    reason: { ...expected.reason, clickId: reason.clickId },
  });
}

function verifyCommission(check: Check, sale: Sale, commission: Commission, expected: Commission): void {
  verifyFixed(check, sale, commission, expected);
  // Whether somebody rejected it is compared with the audit log.
  const { originalCents } = expected;
  const leftCents = leftAfter(
    { originalCents, cappedCents: commission.cappedCents, rejectedAtMs: commission.rejectedAtMs },
    { refundedCents: sale.refundedCents, saleCents: sale.amountCents },
  );
  if (commission.amountCents === leftCents) return;
  const what = `what is left of it is ${commission.amountCents}; after refunds of ${sale.refundedCents} of sale ${sale.id} it is ${leftCents}`;
  check.report({ table: 'commissions', id: commission.id, what });
}

/** What a sale fixes of its commission once and for all; status, hold and payout are compared with the ledger. */
function verifyFixed(check: Check, sale: Sale, commission: Commission, expected: Commission): void {
  compareCommission(check, commission, expected, `sale ${sale.id}`);
}

/** What a sale or a lead fixes of its commission, and the reason kept with it. `source` is what earned it. */
export function compareCommission(
  check: Check,
  commission: Commission,
  expected: Commission,
  source: string,
): void {
  const say = (what: string) => check.report({ table: 'commissions', id: commission.id, what });
  const fixed = [
    'programId',
    'enrollmentId',
    'partnerId',
    'ruleId',
    'originalCents',
    'currency',
    'payableAtMs',
  ] as const;
  for (const field of fixed) {
    if (commission[field] !== expected[field]) {
      say(`its ${field} is ${commission[field]}, ${source} makes it ${expected[field]}`);
    }
  }
  const stored = new Map(Object.entries(commission.reason));
  const recomputed = new Map(Object.entries(expected.reason));
  for (const field of new Set([...stored.keys(), ...recomputed.keys()])) {
    // Commissions from before codes were kept in their reason say nothing of them.
    if (field === 'codeId' && !stored.has(field)) continue;
    if (isDeepStrictEqual(stored.get(field), recomputed.get(field))) continue;
    say(
      `its reason says ${field} ${JSON.stringify(stored.get(field))}, and it is ${JSON.stringify(recomputed.get(field))}`,
    );
  }
}
