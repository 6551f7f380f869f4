import { flagText, holdText, noCommissionText } from './reasons.js';
import type { StoryStep } from './steps.js';

/** Who reads: somebody of the program's team, or the partner. */
export type Audience = 'team' | 'partner';

/** How the reader wants amounts (in smallest units), basis points and times (ISO 8601) written. */
export interface StoryFormat {
  money(amountCents: number, currency: string): string;
  share(basisPoints: number): string;
  time(iso: string): string;
}

type Step<Kind extends StoryStep['kind']> = Extract<StoryStep, { readonly kind: Kind }>;

/** One step of the story of a sale as a sentence or two. */
export function renderStep(step: StoryStep, audience: Audience, format: StoryFormat): string {
  switch (step.kind) {
    case 'click':
      return clickText(step, audience, format);
    case 'code':
      return `The customer was credited to ${audience === 'partner' ? 'you' : step.partner} by the code "${step.code}".`;
    case 'lead':
      return leadText(step, format);
    case 'credit':
      return creditText(step, audience, format);
    case 'sale':
      return saleText(step, format);
    case 'carried_code':
      return carriedCodeText(step);
    case 'missing':
      return 'The commission could not be written when the sale was recorded; the service completes it later, once.';
    case 'none':
      return noneText(step);
    case 'earning':
      return earningText(step, format);
    case 'part':
      return partText(step, format);
    case 'payable_from':
      return `It is payable from ${format.time(step.at)}, ${step.hold_days} days after the ${step.after}.`;
    case 'reward':
      return `The program pays ${format.money(step.amount_cents, step.currency)} for a lead.`;
    case 'flagged':
      return flagText(step);
    case 'held_from_start':
      return 'It was held from the beginning.';
    case 'refund':
      return refundText(step, format);
    case 'state':
      return stateText(step, format);
    default:
      return movementText(step, format);
  }
}

/** What a page shows below the sentence of a step: details that the sentence leaves out. */
export function renderDetails(step: StoryStep, format: StoryFormat): string[] {
  switch (step.kind) {
    case 'click':
      if (step.at === null) return [];
      if (!step.is_kept) return ['Details of clicks this old are no longer kept.'];
      return [step.referrer === null ? 'Direct visit, or no referrer sent.' : `Came from ${step.referrer}`];
    case 'lead':
      return step.at === null || step.customer === null ? [] : [`Known to you as ${step.customer}`];
    case 'hold':
      return step.reason === null ? [] : [`Reason: ${step.reason}`];
    case 'reverse':
      return step.refund === null ? [] : [shareText(step.refund, step.currency, format)];
    default:
      return [];
  }
}

function clickText(
  { at, partner: name, short_link: link, test_mode: isTest, imported_from: system }: Step<'click'>,
  audience: Audience,
  { time }: StoryFormat,
) {
  const isOwn = audience === 'partner';
  const partner = isOwn ? 'you' : name;
  if (system !== null)
    return `The customer was imported from ${system}, where they were credited to ${partner}.`;
  if (at === null) return `The customer was credited to ${partner} without a click.`;
  const what = link === null ? 'a referral link' : `the link "${link}"`;
  const whose = link === null ? 'a referral link of yours' : `your link "${link}"`;
  return `The customer clicked ${isOwn ? whose : `${what} of ${partner}`} at ${time(at)}.${isTest ? ' This was a test click.' : ''}`;
}

function leadText({ at, test_mode: isTest }: Step<'lead'>, { time }: StoryFormat) {
  if (at === null) return 'No lead was recorded; the sale itself named the customer.';
  return `The customer became a lead at ${time(at)}.${isTest ? ' This was a test lead.' : ''}`;
}

function creditText(step: Step<'credit'>, audience: Audience, { time }: StoryFormat): string {
  const from = creditedName(step.from);
  const to = creditedName(step.to);
  const at = time(step.at);
  if (step.cause === 'assigned') return assignedText(step, from, to, at);
  const server = audience === 'team' ? 'your server' : "the program's server";
  const isLead = step.cause === 'server_lead';
  const [named, another] =
    step.code === null
      ? ['this click', 'another click']
      : [`the code "${step.code}"`, `the code "${step.code}"`];
  if (step.effect === 'since') {
    const who = isLead ? `${server} reported the sign-up` : 'a sale came';
    return `At ${at} ${who} with ${another}, so later sales are credited to ${to}. This one stays credited to ${from}.`;
  }
  if (isLead) {
    const before =
      step.from.who === 'nobody'
        ? 'Nobody was credited with the customer.'
        : `A browser had reported the sign-up first, which credited ${from}.`;
    return `${before} At ${at} ${server} reported it with ${named}, so sales from then on are credited to ${to}.`;
  }
  const claim = step.from.who === 'nobody' ? '' : ', as only a browser had reported';
  if (step.effect === 'this_sale') {
    return `Until this sale the customer was credited to ${from}${claim}. The sale named ${step.code === null ? 'the click' : named}, so it and all later sales are credited to ${to}.`;
  }
  const which = step.transaction_id === null ? '' : ` (${step.transaction_id})`;
  return `The customer was credited to ${from}${claim && `${claim},`} until a sale recorded at ${at}${which} named ${step.code === null ? 'the click' : named}, so sales from then on are credited to ${to}.`;
}

function assignedText(step: Step<'credit'>, from: string, to: string, at: string): string {
  const by = step.by === null ? '' : ` by ${step.by}`;
  const why = step.reason === null ? '' : ` Reason: ${step.reason}`;
  const assigned = `At ${at} the customer was assigned to ${to}${by}`;
  if (step.moves_sale)
    return `At ${at} the customer, until then credited to ${from}, was assigned to ${to}${by}, with all sales so far, this one included.${why}`;
  if (step.effect === 'since')
    return `${assigned}, for later sales. This one stays credited to ${from}.${why}`;
  return `${assigned}, for all sales from then on; until then ${from} was credited.${why}`;
}

function creditedName({ who, name, short_link: link }: Step<'credit'>['from']): string {
  if (who === 'nobody') return 'nobody';
  if (who === 'another') return 'another partner';
  const called = who === 'you' ? 'you' : (name ?? 'a partner');
  return link === null ? called : `${called} (link "${link}")`;
}

/** What the code of a sale did, or why it did nothing. */
function carriedCodeText({ code, result, partner }: Step<'carried_code'>): string {
  const carried = `The sale carried the code "${code}"`;
  switch (result) {
    case 'created':
      return `${carried}. Nobody knew the customer, so the code credits them to ${partner}.`;
    case 'credited':
      return `${carried}. Nobody was credited with the customer, so the code credits ${partner} from this sale on.`;
    case 'preferred':
      return `${carried}. The program prefers codes to links, so this sale is credited to ${partner}; the customer stays with the partner who brought them.`;
    case 'same_partner':
      return `${carried}, which also belongs to ${partner}.`;
    case 'kept':
      return `${carried}, which belongs to another partner. The program prefers links to codes, so the sale stays with ${partner}.`;
    case 'unknown':
      return `${carried}, which does not exist in this program, so it counts as none.`;
    case 'inactive':
      return `${carried}, which was turned off, so it counts as none.`;
    case 'partner_not_approved':
      return `${carried}, whose partner was not approved, so it counts as none.`;
  }
}

const SOURCES: Record<Step<'sale'>['source'], string> = {
  api: '',
  processor: ', reported by the card processor',
  import: ', imported from another system',
};

function saleText(step: Step<'sale'>, { money, time }: StoryFormat): string {
  const { currency, transaction_id: transactionId } = step;
  const tax = step.tax_cents > 0 ? `, of which ${money(step.tax_cents, currency)} is tax,` : '';
  const by = SOURCES[step.source];
  const what = step.test_mode ? 'A test sale' : 'A sale';
  const which = transactionId === null ? '' : ` (transaction ${transactionId}${by})`;
  const made = `${what} of ${money(step.amount_cents, currency)}${tax} was made at ${time(step.at)}${which}.`;
  if (step.entered === null) return made;
  const who = step.entered.by === null ? '' : ` by ${step.entered.by}`;
  return `${made} It was entered by hand${who}. Reason: ${step.entered.reason}`;
}

function noneText({ code, months, note, rule }: Step<'none'>): string {
  const why = noCommissionText(code ?? 'other', { months, note });
  const which = rule === null ? '' : ` ${ruleText(rule)} was in force.`;
  return `No commission was earned: ${why}${which}`;
}

/** The versions of a group's rule are versions of the partner's, who has them from the group. */
function ruleText({ version, scope }: Step<'earning'>['rule']): string {
  return scope === 'group'
    ? `Rule version ${version} of the partner, which is the rule of their group,`
    : `Rule version ${version} of the ${scope}`;
}

function earningText(step: Step<'earning'>, format: StoryFormat): string {
  return `${ruleText(step.rule)} applies${durationText(step, format)}: ${calculationText(step, format)}.`;
}

function durationText(
  { duration_months: months, first_sale_at: first }: Step<'earning'>,
  { time }: StoryFormat,
) {
  if (months === null) return '';
  if (months === 0) return " to the customer's first sale, which this is";
  return ` for ${months} months from the customer's first sale at ${time(first)}`;
}

function calculationText(step: Step<'earning'>, { money, share }: StoryFormat): string {
  const { currency, limit } = step;
  const earned = money(step.amount_cents, currency);
  const isCut = limit !== null && limit.left_cents <= step.amount_cents;
  const cut = isCut
    ? `, limited to ${earned}, which was left of the ${money(limit.max_total_cents, currency)} that one customer earns a partner at most`
    : '';
  if (step.type === 'clauses')
    return `each part is paid by its own clause${isCut ? cut : `, ${earned} in all`}`;
  if (step.type === 'flat') return isCut ? `a flat amount${cut}` : `a flat ${earned}, whatever the amount`;
  const basisPoints = step.basis_points ?? 0;
  const tax = step.tax_cents > 0 ? ` minus ${money(step.tax_cents, currency)} of tax` : '';
  const what = `${share(basisPoints)} of ${money(step.sale_cents, currency)}${tax}`;
  return isCut ? `${what}${cut}` : `${what} = ${earned}${roundedText(step.base_cents, basisPoints)}`;
}

function roundedText(baseCents: number, basisPoints: number): string {
  return (BigInt(baseCents) * BigInt(basisPoints)) % 10_000n === 0n ? '' : ' (rounded)';
}

/** One part of the sale, and what its clause pays. */
function partText(step: Step<'part'>, format: StoryFormat): string {
  const { product, clause, pay } = step;
  const amount = format.money(step.amount_cents, step.sale_currency);
  const what = { item: `Item "${product}" of ${amount}`, rest: `The rest of ${amount}`, sale: 'The sale' }[
    step.what
  ];
  if (pay === null) return `${what}: no clause holds, so nothing is paid.`;
  const which = clause === null ? 'no clause holds, so the rule pays' : `clause ${clause} pays`;
  return `${what}: ${which} ${payText(step, pay, format)}.`;
}

function payText(
  step: Step<'part'>,
  pay: NonNullable<Step<'part'>['pay']>,
  { money, share }: StoryFormat,
): string {
  const { currency, sale_currency: saleCurrency, base_cents: baseCents } = step;
  const earned = money(step.earned_cents, currency);
  if (pay.type === 'none') return 'nothing';
  if (pay.type === 'flat') {
    return step.limited_by === 'currency'
      ? `a flat amount in another currency than ${currency}, which is left out`
      : earned;
  }
  const tax = baseCents === step.amount_cents ? '' : ' without its tax';
  const of = `${share(pay.basis_points)} of ${money(baseCents, saleCurrency)}${tax}`;
  if (step.limited_by === 'max_cents') return `${of}, at most ${earned}`;
  return `${of} = ${earned}${roundedText(baseCents, pay.basis_points)}`;
}

function movementText(
  step: Step<'mature' | 'hold' | 'release' | 'pay' | 'unpay' | 'reverse' | 'reject' | 'restore' | 'reassign'>,
  { money, time }: StoryFormat,
): string {
  const amount = money(step.amount_cents, step.currency);
  const at = time(step.at);
  switch (step.kind) {
    case 'mature':
      return `At ${at} ${amount} became payable.`;
    case 'hold':
      return `At ${at} ${amount} was put on hold${step.by === null ? '' : ` by ${step.by}`}.`;
    case 'release':
      return `At ${at} ${amount} was released from hold${step.by === null ? '' : ` by ${step.by}`}.`;
    case 'pay': {
      const reference = step.payout_reference === null ? '' : `, ${step.payout_reference}`;
      return `At ${at} ${amount} was paid out (payout ${step.payout_id}${reference}).`;
    }
    case 'unpay':
      return `At ${at} that payout was cancelled, and ${amount} came back.`;
    case 'reverse': {
      const cause =
        step.refund === null
          ? 'What had been refunded before the commission was written'
          : `A refund of ${money(step.refund.amount_cents, step.refund.currency)}`;
      const carried = step.is_after_payout
        ? ' It had been paid out already, so it is taken off the next payout.'
        : '';
      return `${cause} reversed ${amount} at ${at}.${carried}`;
    }
    case 'reject': {
      const why = step.reason === null ? '' : ` Reason: ${step.reason}`;
      return `At ${at} ${amount} was rejected${step.by === null ? '' : ` by ${step.by}`}.${why}`;
    }
    case 'restore':
      return `A refund that had been counted failed, which gave back ${amount} at ${at}.`;
    case 'reassign': {
      if (step.is_back) return `The sale was assigned back, which gave back ${amount} at ${at}.`;
      const carried = step.is_after_payout
        ? ' It had been paid out already, so it is taken off the next payout.'
        : '';
      return `The sale was assigned to another partner, which reversed ${amount} at ${at}.${carried}`;
    }
  }
}

/** The calculation of a refund: the total refunded, and the same share of the commission as the total reversed. */
function shareText(
  refund: NonNullable<Step<'reverse'>['refund']>,
  currency: string,
  { money }: StoryFormat,
): string {
  if (refund.refunded_cents === refund.sale_cents)
    return 'Nothing of the sale is left, so nothing of the commission is.';
  const refunded = `${money(refund.refunded_cents, refund.currency)} of ${money(refund.sale_cents, refund.currency)}`;
  const share = `The same share of ${money(refund.earned_cents, currency)} is ${money(refund.reversed_cents, currency)}`;
  return `Total refunded: ${refunded}. ${share}, the total reversed.`;
}

function refundText(
  { at, amount_cents: cents, currency }: Step<'refund'>,
  { money, time }: StoryFormat,
): string {
  const amount = money(Math.abs(cents), currency);
  return cents > 0
    ? `A refund of ${amount} at ${time(at)} took nothing back.`
    : `A refund of ${amount} that had been counted failed at ${time(at)}.`;
}

function stateText(step: Step<'state'>, { money, time }: StoryFormat): string {
  if (step.status === 'reversed') return 'Nothing of the commission is left.';
  const left = `The commission now stands at ${money(step.amount_cents, step.currency)}`;
  switch (step.status) {
    case 'paid':
      return `${left} and has been paid.`;
    case 'held': {
      const { hold_kind: kind, hold_note: note, of } = step;
      return kind === null
        ? `${left} and is on hold.`
        : `${left} and is on hold: ${holdText(kind, note, of)}`;
    }
    case 'payable':
      return `${left} and is payable.`;
    case 'pending':
      return `${left} and is pending until ${time(step.payable_at)}.`;
  }
}
