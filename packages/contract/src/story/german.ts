import type { CommissionItem } from '../commissions.js';
import type { SaleItem } from '../sales.js';
import type { Audience, StoryFormat } from './render.js';
import type { StoryStep } from './steps.js';

type Step<Kind extends StoryStep['kind']> = Extract<StoryStep, { readonly kind: Kind }>;

/** As `renderStep`, in German. */
export function renderStepInGerman(step: StoryStep, audience: Audience, format: StoryFormat): string {
  switch (step.kind) {
    case 'click':
      return clickText(step, audience, format);
    case 'code':
      return `Der Kunde wurde ${audience === 'partner' ? 'Ihnen' : step.partner} durch den Code „${step.code}“ zugeordnet.`;
    case 'lead':
      return leadText(step, format);
    case 'credit':
      return creditText(step, audience, format);
    case 'sale':
      return saleText(step, format);
    case 'carried_code':
      return carriedCodeText(step);
    case 'missing':
      return 'Die Provision konnte nicht geschrieben werden, als der Verkauf erfasst wurde; der Dienst holt das genau einmal nach.';
    case 'none':
      return noneText(step);
    case 'earning':
      return `${ruleText(step.rule)} gilt${durationText(step, format)}: ${calculationText(step, format)}.`;
    case 'part':
      return partText(step, format);
    case 'payable_from': {
      const days = step.hold_days === 1 ? 'einen Tag' : `${step.hold_days} Tage`;
      const after = step.after === 'sale' ? 'dem Verkauf' : 'der Registrierung';
      return `Sie ist auszahlbar ab ${format.time(step.at)}, ${days} nach ${after}.`;
    }
    case 'reward':
      return `Das Programm zahlt ${format.money(step.amount_cents, step.currency)} für einen Lead.`;
    case 'flagged':
      return `${evidenceText(step)}${step.holds ? ' Das Programm hält solche Provisionen zurück.' : ''}`;
    case 'held_from_start':
      return 'Sie wurde von Anfang an zurückgehalten.';
    case 'refund':
      return refundText(step, format);
    case 'state':
      return stateText(step, format);
    default:
      return movementText(step, format);
  }
}

/** As `renderDetails`, in German. */
export function renderDetailsInGerman(step: StoryStep, { money }: StoryFormat): string[] {
  switch (step.kind) {
    case 'click':
      if (step.at === null) return [];
      if (!step.is_kept) return ['Details zu so alten Klicks werden nicht mehr aufbewahrt.'];
      return [
        step.referrer === null
          ? 'Direkter Besuch, oder ohne Angabe der Herkunft.'
          : `Kam von ${step.referrer}`,
      ];
    case 'lead':
      return step.at === null || step.customer === null ? [] : [`Bei Ihnen bekannt als ${step.customer}`];
    case 'hold':
      return step.reason === null ? [] : [`Grund: ${step.reason}`];
    case 'reverse': {
      const { refund, currency } = step;
      if (refund === null) return [];
      if (refund.refunded_cents === refund.sale_cents)
        return ['Vom Verkauf ist nichts übrig, also auch nicht von der Provision.'];
      const refunded = `${money(refund.refunded_cents, refund.currency)} von ${money(refund.sale_cents, refund.currency)}`;
      const share = `Derselbe Anteil von ${money(refund.earned_cents, currency)} ist ${money(refund.reversed_cents, currency)}`;
      return [`Insgesamt erstattet: ${refunded}. ${share}; so viel wurde insgesamt zurückgebucht.`];
    }
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
  const partner = isOwn ? 'Ihnen' : name;
  if (system !== null) return `Der Kunde wurde aus ${system} importiert und war dort ${partner} zugeordnet.`;
  if (at === null) return `Der Kunde wurde ${partner} ohne Klick zugeordnet.`;
  const what = link === null ? 'einen Partnerlink' : `den Link „${link}“`;
  const whose = link === null ? 'einen Ihrer Partnerlinks' : `Ihren Link „${link}“`;
  return `Der Kunde klickte am ${time(at)} auf ${isOwn ? whose : `${what} von ${partner}`}.${isTest ? ' Das war ein Testklick.' : ''}`;
}

function leadText({ at, test_mode: isTest }: Step<'lead'>, { time }: StoryFormat) {
  if (at === null) return 'Es wurde kein Lead erfasst; erst der Verkauf nannte den Kunden.';
  return `Der Kunde wurde am ${time(at)} zum Lead.${isTest ? ' Das war ein Testlead.' : ''}`;
}

function creditText(step: Step<'credit'>, audience: Audience, { time }: StoryFormat): string {
  const from = creditedName(step.from);
  const to = creditedName(step.to);
  const at = time(step.at);
  if (step.cause === 'assigned') return assignedText(step, from, to, at);
  const server = audience === 'team' ? 'Ihr Server' : 'der Server des Programms';
  const isLead = step.cause === 'server_lead';
  const [named, another] =
    step.code === null
      ? ['diesem Klick', 'einem anderen Klick']
      : [`dem Code „${step.code}“`, `dem Code „${step.code}“`];
  if (step.effect === 'since') {
    const what = isLead ? `meldete ${server} die Registrierung` : 'kam ein Verkauf';
    return `Am ${at} ${what} mit ${another}, daher gehen spätere Verkäufe an ${to}. Dieser bleibt bei ${from}.`;
  }
  if (isLead) {
    const before =
      step.from.who === 'nobody'
        ? 'Der Kunde war niemandem zugeordnet.'
        : `Zuerst hatte ein Browser die Registrierung gemeldet, wodurch der Kunde ${from} zugeordnet war.`;
    return `${before} Am ${at} meldete ${server} sie mit ${named}, daher gehen Verkäufe seitdem an ${to}.`;
  }
  const carried = step.code === null ? 'den Klick' : `den Code „${step.code}“`;
  const claim = step.from.who === 'nobody' ? '' : ', wie nur ein Browser gemeldet hatte';
  if (step.effect === 'this_sale')
    return `Bis zu diesem Verkauf war der Kunde ${from} zugeordnet${claim}. Der Verkauf nannte ${carried}, daher gehen er und alle späteren an ${to}.`;
  const which = step.transaction_id === null ? '' : ` (${step.transaction_id})`;
  return `Der Kunde war ${from} zugeordnet${claim}, bis ein am ${at} erfasster Verkauf${which} ${carried} nannte; seitdem gehen Verkäufe an ${to}.`;
}

function assignedText(step: Step<'credit'>, from: string, to: string, at: string): string {
  const by = step.by === null ? '' : ` von ${step.by}`;
  const why = step.reason === null ? '' : ` Grund: ${step.reason}`;
  const assigned = `Am ${at} wurde der Kunde${by} ${to} zugeordnet`;
  if (step.moves_sale)
    return `Am ${at} wurde der Kunde, der bis dahin ${from} zugeordnet war,${by} ${to} zugeordnet, mit allen bisherigen Verkäufen, auch diesem.${why}`;
  if (step.effect === 'since') return `${assigned}, für spätere Verkäufe. Dieser bleibt bei ${from}.${why}`;
  return `${assigned}, für alle Verkäufe seitdem; davor war es ${from}.${why}`;
}

function creditedName({ who, name, short_link: link }: Step<'credit'>['from']): string {
  if (who === 'nobody') return 'niemandem';
  if (who === 'another') return 'einem anderen Partner';
  const called = who === 'you' ? 'Ihnen' : (name ?? 'einem Partner');
  return link === null ? called : `${called} (Link „${link}“)`;
}

function carriedCodeText({ code, result, partner }: Step<'carried_code'>): string {
  const carried = `Der Verkauf trug den Code „${code}“`;
  switch (result) {
    case 'created':
      return `${carried}. Der Kunde war unbekannt, daher ordnet ihn der Code ${partner} zu.`;
    case 'credited':
      return `${carried}. Der Kunde war niemandem zugeordnet, daher geht er mit diesem Verkauf an ${partner}.`;
    case 'preferred':
      return `${carried}. Das Programm zieht Codes den Links vor, daher geht dieser Verkauf an ${partner}; der Kunde bleibt bei dem Partner, der ihn gebracht hat.`;
    case 'same_partner':
      return `${carried}, der ebenfalls ${partner} gehört.`;
    case 'kept':
      return `${carried}, der einem anderen Partner gehört. Das Programm zieht Links den Codes vor, daher bleibt der Verkauf bei ${partner}.`;
    case 'unknown':
      return `${carried}, den es in diesem Programm nicht gibt; er zählt daher nicht.`;
    case 'inactive':
      return `${carried}, der ausgeschaltet war; er zählt daher nicht.`;
    case 'partner_not_approved':
      return `${carried}, dessen Partner nicht freigegeben war; er zählt daher nicht.`;
  }
}

const SOURCES: Record<Step<'sale'>['source'], string> = {
  api: '',
  processor: ', gemeldet vom Zahlungsanbieter',
  import: ', importiert aus einem anderen System',
};

function saleText(step: Step<'sale'>, { money, time }: StoryFormat): string {
  const { currency, transaction_id: transactionId } = step;
  const tax = step.tax_cents > 0 ? `, davon ${money(step.tax_cents, currency)} Steuer,` : '';
  const what = step.test_mode ? 'Ein Testverkauf' : 'Ein Verkauf';
  const which = transactionId === null ? '' : ` (Transaktion ${transactionId}${SOURCES[step.source]})`;
  const made = `${what} über ${money(step.amount_cents, currency)}${tax} kam am ${time(step.at)} zustande${which}.`;
  if (step.entered === null) return made;
  const who = step.entered.by === null ? '' : ` von ${step.entered.by}`;
  return `${made} Er wurde${who} von Hand eingetragen. Grund: ${step.entered.reason}`;
}

function noneText({ code, months, note, rule }: Step<'none'>): string {
  const which = rule === null ? '' : ` In Kraft war: ${ruleText(rule)}.`;
  return `Es wurde keine Provision verdient: ${noCommissionText(code ?? 'other', { months, note })}${which}`;
}

function noCommissionText(
  code: NonNullable<SaleItem['no_commission_code']>,
  { months, note }: { readonly months: number | null; readonly note: string | null },
): string {
  switch (code) {
    case 'test_sale':
      return 'Dies ist ein Testverkauf; Testverkäufe bringen keine Provision.';
    case 'no_rule':
      return 'Das Programm hat keine Provisionsregel.';
    case 'not_first_sale':
      return 'Bezahlt wird nur der erste Verkauf an einen Kunden, und dies ist ein späterer.';
    case 'duration_over':
      return `Bezahlt wird ${months} Monate lang ab dem ersten Verkauf an den Kunden, und diese Zeit ist vorbei.`;
    case 'amount_zero':
      return 'Nach der Provisionsregel ergibt sich null.';
    case 'no_clause':
      return 'Keine Klausel der Provisionsregel bezahlt diesen Verkauf.';
    case 'total_reached':
      return 'Der Kunde hat dem Partner schon so viel gebracht, wie für einen Kunden höchstens bezahlt wird.';
    case 'imported':
      return 'Der Verkauf wurde aus einem anderen System importiert; dessen Provision gehört nicht zu diesem Programm.';
    case 'other':
      return note ?? 'Der Grund wurde nicht aufbewahrt.';
  }
}

function ruleText({ version, scope }: Step<'earning'>['rule']): string {
  const whose = {
    program: 'des Programms',
    partner: 'des Partners',
    group: 'des Partners (die seiner Gruppe)',
  }[scope];
  return `Version ${version} der Provisionsregel ${whose}`;
}

function durationText(
  { duration_months: months, first_sale_at: first }: Step<'earning'>,
  { time }: StoryFormat,
) {
  if (months === null) return '';
  if (months === 0) return ' für den ersten Verkauf an den Kunden, und das ist dieser';
  return ` ${months} Monate lang ab dem ersten Verkauf an den Kunden am ${time(first)}`;
}

function calculationText(step: Step<'earning'>, { money, share }: StoryFormat): string {
  const { currency, limit } = step;
  const earned = money(step.amount_cents, currency);
  const isCut = limit !== null && limit.left_cents <= step.amount_cents;
  const cut = isCut
    ? `, begrenzt auf ${earned}; so viel war von den ${money(limit.max_total_cents, currency)} übrig, die ein Kunde einem Partner höchstens bringt`
    : '';
  if (step.type === 'clauses')
    return `jeder Teil wird nach seiner Klausel bezahlt${isCut ? cut : `, zusammen ${earned}`}`;
  if (step.type === 'flat')
    return isCut ? `ein fester Betrag${cut}` : `fest ${earned}, unabhängig vom Betrag`;
  const basisPoints = step.basis_points ?? 0;
  const tax = step.tax_cents > 0 ? ` ohne ${money(step.tax_cents, currency)} Steuer` : '';
  const what = `${share(basisPoints)} von ${money(step.sale_cents, currency)}${tax}`;
  return isCut ? `${what}${cut}` : `${what} = ${earned}${roundedText(step.base_cents, basisPoints)}`;
}

function roundedText(baseCents: number, basisPoints: number): string {
  return (BigInt(baseCents) * BigInt(basisPoints)) % 10_000n === 0n ? '' : ' (gerundet)';
}

function partText(step: Step<'part'>, format: StoryFormat): string {
  const { product, clause, pay } = step;
  const amount = format.money(step.amount_cents, step.sale_currency);
  const what = {
    item: `Position „${product}“ über ${amount}`,
    rest: `Der Rest von ${amount}`,
    sale: 'Der Verkauf',
  }[step.what];
  if (pay === null) return `${what}: Keine Klausel trifft zu, daher wird nichts bezahlt.`;
  const which = clause === null ? 'Keine Klausel trifft zu, sonst gilt' : `Klausel ${clause} zahlt`;
  return `${what}: ${which} ${payText(step, pay, format)}.`;
}

function payText(
  step: Step<'part'>,
  pay: NonNullable<Step<'part'>['pay']>,
  { money, share }: StoryFormat,
): string {
  const { currency, sale_currency: saleCurrency, base_cents: baseCents } = step;
  const earned = money(step.earned_cents, currency);
  if (pay.type === 'none') return 'nichts';
  if (pay.type === 'flat')
    return step.limited_by === 'currency'
      ? `ein fester Betrag in einer anderen Währung als ${currency}, der entfällt`
      : earned;
  const tax = baseCents === step.amount_cents ? '' : ' ohne Steuer';
  const of = `${share(pay.basis_points)} von ${money(baseCents, saleCurrency)}${tax}`;
  if (step.limited_by === 'max_cents') return `${of}, höchstens ${earned}`;
  return `${of} = ${earned}${roundedText(baseCents, pay.basis_points)}`;
}

function movementText(
  step: Step<'mature' | 'hold' | 'release' | 'pay' | 'unpay' | 'reverse' | 'reject' | 'restore' | 'reassign'>,
  { money, time }: StoryFormat,
): string {
  const amount = money(step.amount_cents, step.currency);
  const at = time(step.at);
  const paidBefore = ' Der Betrag war schon ausgezahlt und wird daher von der nächsten Auszahlung abgezogen.';
  switch (step.kind) {
    case 'mature':
      return `Am ${at} wurden ${amount} auszahlbar.`;
    case 'hold':
      return `Am ${at} wurden ${amount}${step.by === null ? '' : ` von ${step.by}`} zurückgehalten.`;
    case 'release':
      return `Am ${at} wurden ${amount}${step.by === null ? '' : ` von ${step.by}`} wieder freigegeben.`;
    case 'pay': {
      const reference = step.payout_reference === null ? '' : `, ${step.payout_reference}`;
      return `Am ${at} wurden ${amount} ausgezahlt (Auszahlung ${step.payout_id}${reference}).`;
    }
    case 'unpay':
      return `Am ${at} wurde diese Auszahlung storniert, und ${amount} kamen zurück.`;
    case 'reverse': {
      const cause =
        step.refund === null
          ? 'was vor der Provision erstattet worden war'
          : `eine Rückerstattung von ${money(step.refund.amount_cents, step.refund.currency)}`;
      return `Am ${at} wurden ${amount} zurückgebucht, durch ${cause}.${step.is_after_payout ? paidBefore : ''}`;
    }
    case 'reject': {
      const why = step.reason === null ? '' : ` Grund: ${step.reason}`;
      return `Am ${at} wurden ${amount}${step.by === null ? '' : ` von ${step.by}`} abgelehnt.${why}`;
    }
    case 'restore':
      return `Am ${at} kamen ${amount} zurück, weil eine gezählte Rückerstattung fehlgeschlagen ist.`;
    case 'reassign':
      if (step.is_back) return `Am ${at} wurde der Verkauf zurück zugeordnet, und ${amount} kamen zurück.`;
      return `Am ${at} wurde der Verkauf einem anderen Partner zugeordnet, und ${amount} wurden zurückgebucht.${step.is_after_payout ? paidBefore : ''}`;
  }
}

function refundText(
  { at, amount_cents: cents, currency }: Step<'refund'>,
  { money, time }: StoryFormat,
): string {
  const amount = money(Math.abs(cents), currency);
  return cents > 0
    ? `Eine Rückerstattung von ${amount} am ${time(at)} nahm nichts zurück.`
    : `Eine gezählte Rückerstattung von ${amount} ist am ${time(at)} fehlgeschlagen.`;
}

function stateText(step: Step<'state'>, { money, time }: StoryFormat): string {
  if (step.status === 'reversed') return 'Von der Provision ist nichts übrig.';
  const left = `Die Provision beträgt jetzt ${money(step.amount_cents, step.currency)}`;
  switch (step.status) {
    case 'paid':
      return `${left} und ist ausgezahlt.`;
    case 'held': {
      const { hold_kind: kind, hold_note: note, of } = step;
      const why = kind === null ? '.' : `: ${holdText(kind, note, of)}`;
      return `${left} und wird zurückgehalten${why}`;
    }
    case 'payable':
      return `${left} und ist auszahlbar.`;
    case 'pending':
      return `${left} und ist ausstehend bis ${time(step.payable_at)}.`;
  }
}

function holdText(
  kind: NonNullable<CommissionItem['hold_kind']>,
  note: string | null,
  of: 'sale' | 'lead',
): string {
  const recorded = of === 'sale' ? 'als der Verkauf erfasst wurde' : 'als der Lead erfasst wurde';
  switch (kind) {
    case 'manual':
      return note ?? '';
    case 'dispute':
      return 'Die Zahlung wird angefochten.';
    case 'flagged':
      return 'Eine Betrugsprüfung des Programms hält sie zurück.';
    case 'partner_pending':
      return `Der Partner war noch nicht freigegeben, ${recorded}.`;
    case 'partner_rejected':
      return `Der Partner war abgelehnt, ${recorded}.`;
    case 'partner_suspended':
      return `Der Partner war gesperrt, ${recorded}.`;
  }
}

function evidenceText(step: Step<'flagged'>): string {
  const { flag, domain, seconds, clicks, parameter, customers, average } = step;
  switch (flag) {
    case 'self_referral':
      return domain === null
        ? 'Markiert als Eigenvermittlung: Die E-Mail-Adresse des Kunden ist die des Partners.'
        : `Markiert als Eigenvermittlung: Die E-Mail-Adresse des Kunden gehört zu ${domain}, der Domain des Partners.`;
    case 'fast_sale':
      return `Markiert als schneller Verkauf: ${seconds} ${seconds === 1 ? 'Sekunde' : 'Sekunden'} nach dem Klick.`;
    case 'click_burst':
      return `Markiert wegen vieler Klicks: Der Besucher klickte ${clicks}-mal innerhalb einer Stunde auf den Link.`;
    case 'paid_search':
      return `Markiert als bezahlte Anzeige: Die Adresse des Klicks hat den Parameter ${parameter}, den Werbenetzwerke anhängen.`;
    case 'code_leak':
      return `Markiert als verbreiteter Code: Er brachte an diesem Tag ${customers} neue Kunden, nach ${average} am Tag in den 30 Tagen davor.`;
    case 'page_named':
      return 'Markiert als nur von einer Seite gemeldet: Kein Server hat gemeldet, welcher Partner den Kunden gebracht hat.';
  }
}
