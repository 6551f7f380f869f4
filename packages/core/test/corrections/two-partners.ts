import {
  type Account,
  type Assignment,
  applyHolds,
  type Commission,
  canPost,
  carriedAmount,
  countedCents,
  decide,
  type Effect,
  type Enrollment,
  earningsIndex,
  type Facts,
  fold,
  type HoldConditions,
  type Movement,
  type PaymentAdjustment,
  type PlannedPayout,
  type Program,
  planAssignment,
  planCancellation,
  planPayout,
  postHold,
  postMature,
  postReleaseByHand,
  type Refund,
  type SaleCommission,
  type TotalsIncrement,
  type UnearnedCredit,
} from '../../src/index.js';
import {
  customerOf,
  enrollmentOf,
  factsOf,
  NOW_MS,
  newIds,
  programOf,
  refundCommand,
  SERVER,
  saleCommand,
  TWENTY_PERCENT,
} from '../facts-of.js';

const TEN_PERCENT = { ...TWENTY_PERCENT, id: 2, scope: 'partner', basisPoints: 1000 } as const;
/** Of whom the second has a rule of their own. */
const PARTNER_IDS = [3, 8] as const;
const CUSTOMER = customerOf({ status: 'lead', customerKey: 'ann' });

type Partner = 0 | 1;

/** The sale of a commission; here, no lead earns one. */
export function saleIdOf({ saleId }: Commission): number {
  if (saleId === null) throw new Error('a commission has no sale');
  return saleId;
}

/** The books of two partners and one customer in memory, written by the functions of core alone, as the server writes them. */
export class TwoPartners {
  readonly program: Program;
  readonly enrollments: readonly [Enrollment, Enrollment];
  readonly facts: Facts;
  readonly commissions = new Map<number, Commission>();
  readonly movements: Movement[] = [];
  readonly refunds: Refund[] = [];
  readonly payouts: { readonly planned: PlannedPayout; readonly partner: Partner; isCancelled: boolean }[] =
    [];
  readonly totals: TotalsIncrement[] = [];
  /** By sale and relationship. */
  readonly unearned = new Map<string, UnearnedCredit>();
  readonly #newId = newIds();
  #sales = 0;
  /** Each step happens later than the one before. */
  #nowMs = NOW_MS;

  /** `maxTotalCents`: the most that the customer earns each partner; null: no limit. */
  constructor(readonly maxTotalCents: number | null = null) {
    this.program = programOf({ holdDays: 0, rule: { ...TWENTY_PERCENT, maxTotalCents } });
    this.enrollments = [
      enrollmentOf(),
      enrollmentOf({ id: 6, partnerId: 8, rule: { ...TEN_PERCENT, maxTotalCents } }),
    ];
    this.facts = factsOf({
      programs: [this.program],
      enrollments: [...this.enrollments],
      customers: [CUSTOMER],
    });
  }

  get customer() {
    return this.facts.customers.get(CUSTOMER.id) ?? CUSTOMER;
  }

  get sales() {
    return [...this.facts.sales.values()];
  }

  sell(amountCents: number): void {
    this.#countEarnings();
    const transactionId = `order-${++this.#sales}`;
    const command = saleCommand({
      caller: SERVER,
      transactionId,
      customerKey: 'ann',
      clickId: null,
      amountCents,
      atMs: this.#tick(),
    });
    this.#write(decide(command, this.facts, this.#newId).effects);
  }

  /** Refunds a part of a sale as a caller does, or all that is left where the part is more. */
  refund(which: number, amountCents: number): void {
    const sale = this.#pick(which);
    if (sale === undefined) return;
    const left = sale.amountCents - sale.refundedCents;
    const command = refundCommand({
      caller: SERVER,
      transactionId: sale.transactionId,
      amountCents: Math.max(1, Math.min(left, amountCents)),
      refundKey: null,
    });
    this.#write(decide(command, this.facts, this.#newId).effects);
  }

  /** The payment provider reports a refund, its failure, a dispute, or that it was won. */
  report(which: number, kind: PaymentAdjustment['kind'], state: PaymentAdjustment['state']): void {
    const sale = this.#pick(which);
    if (sale === undefined) return;
    const { transactionId, amountCents, currency } = sale;
    const adjustment: PaymentAdjustment = {
      key: `${kind} of ${transactionId}`,
      kind,
      state,
      amountCents: Math.ceil(amountCents / 3),
      currency,
      reportedAtMs: this.#tick(),
    };
    this.#write(
      decide(
        {
          kind: 'payment',
          caller: { mode: 'server', workspaceId: 1 },
          references: [transactionId],
          adjustments: [adjustment],
          atMs: this.#nowMs,
        },
        this.facts,
        this.#newId,
      ).effects,
    );
  }

  mature(which: number): void {
    const commission = this.#pickCommission(which);
    if (commission?.status === 'pending') this.#change(postMature(commission, this.#context()));
  }

  matureAll(): void {
    for (let which = 0; which < this.commissions.size; which++) this.mature(which);
  }

  toggleHold(which: number): void {
    const commission = this.#pickCommission(which);
    const hold = { holdKind: 'manual', holdNote: 'Odd.' } as const;
    const isDisputed = commission !== undefined && this.isDisputed(saleIdOf(commission));
    if (commission?.status === 'held' && commission.holdKind === 'manual' && !isDisputed)
      this.#change(postReleaseByHand(commission, this.#context()));
    else if (commission?.status === 'pending' || commission?.status === 'payable')
      this.#change(postHold(commission, hold, this.#context()));
  }

  /** Suspends a partner and holds all that they have earned, as far as it can be held now. */
  suspend(partner: Partner): void {
    const { atMs } = this.#context();
    this.facts.earnedHeldAt.set(this.enrollments[partner].id, atMs);
    for (const commission of this.#commissionsOf(partner))
      if (commission.holdKind === 'dispute' || canPost('hold', commission.status))
        this.#change(
          applyHolds({ commission, movements: [] }, this.conditionsOf(commission), this.#context()),
        );
  }

  conditionsOf(commission: Commission): HoldConditions {
    return {
      isDisputed: this.isDisputed(saleIdOf(commission)),
      earnedHeldAtMs: this.facts.earnedHeldAt.get(commission.enrollmentId) ?? null,
    };
  }

  pay(partner: Partner): void {
    const own = this.#commissionsOf(partner).filter(({ status }) => status === 'payable');
    const payableCents = BigInt(own.reduce((sum, { amountCents }) => sum + amountCents, 0));
    const accountCents = BigInt(this.balance(partner, 'payable'));
    const plan = planPayout({
      programId: 1,
      partnerId: PARTNER_IDS[partner],
      currency: 'USD',
      payable: own,
      adjustments: [],
      carriedCents: carriedAmount({ payableCents, accountCents }),
      minimumCents: 0,
      ...this.#context(),
    });
    if (!plan.ok) return;
    for (const commission of plan.payout.commissions) this.#store(commission);
    this.movements.push(...plan.payout.movements);
    this.payouts.push({ planned: plan.payout, partner, isCancelled: false });
  }

  cancel(which: number): void {
    const open = this.payouts.filter(({ isCancelled }) => !isCancelled);
    const payout = open[which % open.length];
    if (payout === undefined) return;
    const { id, programId, partnerId, currency, movements: posted } = payout.planned;
    const commissions = [...this.commissions.values()].filter(({ payoutId }) => payoutId === id);
    const key = { id, programId, partnerId, currency };
    const plan = planCancellation({
      payout: key,
      commissions,
      adjustments: [],
      posted,
      ...this.#context(),
    });
    for (const change of plan.changes) {
      this.#change(applyHolds(change, this.conditionsOf(change.commission), this.#context()));
    }
    this.movements.push(...plan.uncarried);
    payout.isCancelled = true;
  }

  /** What an assignment would do, with nothing written. */
  plan(partner: Partner, movesSales: boolean): Assignment {
    const enrollment = this.enrollments[partner];
    const rule = enrollment.rule ?? this.program.rule;
    return planAssignment({
      customer: this.customer,
      program: this.program,
      enrollment,
      earnedHeldAtMs: this.facts.earnedHeldAt.get(enrollment.id) ?? null,
      codeNames: new Map(),
      sales: movesSales
        ? this.sales.map((sale) => ({
            sale,
            commissions: [...this.commissions.values()].filter(
              (one): one is SaleCommission => one.saleId === sale.id,
            ),
            refunds: this.refunds.filter(({ saleId }) => saleId === sale.id),
            reversals: this.movements,
            rule,
            partnerCustomers: 0,
            unearned: this.unearned.get(`${sale.id} ${enrollment.id}`) ?? null,
            missing: null,
            isDisputed: this.isDisputed(sale.id),
          }))
        : [],
      movesSales,
      note: 'Agreed by email.',
      by: 'olive@acme.test',
      ...this.#context(),
    });
  }

  assign(partner: Partner, movesSales: boolean): Assignment {
    const assignment = this.plan(partner, movesSales);
    const { customer, sales, newCommissions, changedCommissions, movements, totals, unearned } = assignment;
    for (const credit of unearned) this.unearned.set(`${credit.saleId} ${credit.enrollmentId}`, credit);
    this.#write([{ kind: 'customer', customer, isNew: false }]);
    for (const sale of sales) {
      this.facts.sales.set(sale.id, sale);
      this.facts.commissionBySale.delete(sale.id);
    }
    for (const commission of [...changedCommissions, ...newCommissions]) this.#store(commission);
    this.movements.push(...movements);
    this.totals.push(...totals);
    return assignment;
  }

  isDisputed(saleId: number): boolean {
    const payment = this.facts.paymentBySale.get(saleId);
    const known = payment === undefined ? undefined : this.facts.adjustments.get(payment);
    return [...(known?.values() ?? [])].some(({ kind, state }) => kind === 'dispute' && state === 'open');
  }

  balance(partner: Partner, account: Account): number {
    const partnerId = PARTNER_IDS[partner];
    return this.movements
      .filter((movement) => movement.partnerId === partnerId)
      .reduce(
        (sum, { from, to, amountCents }) =>
          sum + (to === account ? amountCents : 0) - (from === account ? amountCents : 0),
        0,
      );
  }

  /** Everything that counts: balances by partner and account, statuses, totals. */
  summary() {
    const accounts = ['expense', 'pending', 'payable', 'held', 'paid'] as const;
    return {
      balances: ([0, 1] as const).map((partner) => accounts.map((account) => this.balance(partner, account))),
      live: this.sales.map(({ id, partnerId, linkId, ruleId, commissionState, noCommissionCode }) => ({
        credit: [partnerId, linkId, ruleId, commissionState, noCommissionCode],
        commission: this.facts.commissionBySale.get(id) ?? null,
      })),
      totals: this.totalsByPartner(),
    };
  }

  totalsByPartner(): Record<string, number> {
    const sums: Record<string, number> = {};
    const counts = [
      'customers',
      'sales',
      'revenueCents',
      'refundedCents',
      'commissionCents',
      'reversedCents',
    ] as const;
    for (const one of this.totals)
      for (const count of counts) {
        const key = `${one.partnerId} ${one.linkId} ${count}`;
        sums[key] = (sums[key] ?? 0) + (one[count] ?? 0);
      }
    return Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0));
  }

  /** As the server counts them in the books before each sale. */
  #countEarnings(): void {
    const { customerEarnings } = this.facts;
    customerEarnings.clear();
    for (const commission of this.facts.commissionBySale.values()) {
      const index = earningsIndex(CUSTOMER.id, commission.enrollmentId, commission.currency);
      customerEarnings.set(index, (customerEarnings.get(index) ?? 0) + countedCents(commission));
    }
  }

  #commissionsOf(partner: Partner): Commission[] {
    const partnerId = PARTNER_IDS[partner];
    return [...this.commissions.values()].filter((commission) => commission.partnerId === partnerId);
  }

  #pick(which: number) {
    return this.sales[which % Math.max(1, this.sales.length)];
  }

  #pickCommission(which: number): Commission | undefined {
    const all = [...this.commissions.values()];
    return all[which % Math.max(1, all.length)];
  }

  #write(effects: readonly Effect[]): void {
    for (const effect of effects) {
      fold(this.facts, effect);
      if (effect.kind === 'commission') this.commissions.set(effect.commission.id, effect.commission);
      if (effect.kind === 'movement') this.movements.push(effect.movement);
      if (effect.kind === 'refund') this.refunds.push(effect.refund);
      if (effect.kind === 'totals') this.totals.push(effect.increment);
    }
  }

  #change({ commission, movements }: { commission: Commission; movements: readonly Movement[] }): void {
    this.#store(commission);
    this.movements.push(...movements);
  }

  #store(commission: Commission): void {
    this.commissions.set(commission.id, commission);
    if (commission.reassignedAtMs === null) this.facts.commissionBySale.set(saleIdOf(commission), commission);
  }

  #context() {
    return { atMs: this.#tick(), newId: this.#newId };
  }

  #tick(): number {
    return ++this.#nowMs;
  }
}
