import { type AttentionAnswer, formatMoney, type Language, type OverviewAnswer } from '@svc/contract';
import type { Static } from 'typebox';
import type { Mail } from './mail.js';
import type { Link, Part } from './message.js';
import { renderMail } from './render-mail.js';
import { DIGEST_TEXTS } from './weekly-digest-texts.js';
import { withoutLinks } from './without-links.js';

/** A program's week: its overview of these days, and what waits for the reader. */
export interface DigestProgram {
  readonly programId: number;
  readonly program: string;
  /** With every partner who brought something, best first. */
  readonly overview: Pick<OverviewAnswer, 'totals' | 'previous' | 'top_partners'>;
  readonly attention: Static<typeof AttentionAnswer>;
}

/** What somebody is told of a week. */
export interface WeeklyDigest {
  readonly workspaceId: number;
  readonly workspace: string;
  readonly timeZone: string;
  /** Monday and Sunday, as YYYY-MM-DD. */
  readonly week: { readonly from: string; readonly to: string };
  /** Those that have something to tell. */
  readonly programs: readonly DigestProgram[];
}

type Totals = OverviewAnswer['totals'][number];
type Counts = 'clicks' | 'customers' | 'sales';

/** Mail clients cut off what is longer than a hundred kilobytes. */
const MOST_PROGRAMS = 10;
const BEST_PARTNERS = 3;

/** What writes a digest in one language, with links into one installation. */
interface Writer {
  readonly texts: (typeof DIGEST_TEXTS)[Language];
  readonly digest: WeeklyDigest;
  /** The address of a page of the web application. */
  readonly urlOf: (path: string) => string;
  readonly number: (value: number | bigint) => string;
  readonly money: (cents: number | bigint, currency: string) => string;
}

/** The email with the week of a workspace, which mail clients can stop, too. Amounts of different currencies are never added. */
export function weeklyDigestMail(content: {
  readonly to: string;
  readonly language: Language;
  readonly digest: WeeklyDigest;
  readonly baseUrl: string;
  /** Ends emails of this kind to this person. */
  readonly stopUrl: string;
}): Mail {
  const { to, language, digest, baseUrl, stopUrl } = content;
  const texts = DIGEST_TEXTS[language];
  const format = new Intl.NumberFormat(texts.locale);
  const writer: Writer = {
    texts,
    digest,
    urlOf: (path) => `${baseUrl}${path}`,
    number: (value) => format.format(value),
    money: (cents, currency) => formatMoney(cents, currency, language),
  };
  const { programs, workspace, workspaceId, timeZone } = digest;
  const [first] = programs;
  const isAlone = first !== undefined && programs.length === 1;
  const heading = texts.subject(weekText(writer, { month: 'short', day: 'numeric' }), workspace);
  const more = programs.length - MOST_PROGRAMS;
  const mail = renderMail(to, {
    language,
    subject: heading,
    heading,
    parts: [
      summaryOf(writer),
      texts.howDaysCount,
      ...programs.slice(0, MOST_PROGRAMS).flatMap((program) => programParts(writer, program)),
      ...(more > 0 ? [texts.morePrograms(more, writer.number(more))] : []),
      {
        button: {
          text: texts.details,
          url: writer.urlOf(isAlone ? overviewPath(writer, first) : `/w/${workspaceId}`),
          label: isAlone ? texts.openWeek : texts.openPrograms,
        },
      },
      { link: { text: texts.stop, url: stopUrl } },
    ],
    reason: texts.reason(workspace, timeZone),
    brand: { name: workspace },
  });
  return { ...mail, stopUrl };
}

function weekText({ texts, digest: { week } }: Writer, options: Intl.DateTimeFormatOptions): string {
  const format = new Intl.DateTimeFormat(texts.locale, { ...options, timeZone: 'UTC' });
  return format.formatRange(new Date(week.from), new Date(week.to));
}

function summaryOf(writer: Writer): string {
  const { texts, digest, number } = writer;
  const rows = digest.programs.flatMap(({ overview }) => overview.totals);
  const [clicks, sales] = [countOf(rows, 'clicks'), countOf(rows, 'sales')];
  const week = weekText(writer, { dateStyle: 'long' });
  if (clicks === 0n && sales === 0n) return texts.nothingCounted(week);
  return texts.summary(texts.clicksOf(clicks, number(clicks)), texts.salesOf(sales, number(sales)), week);
}

function overviewPath({ digest: { week } }: Writer, { programId }: DigestProgram): string {
  return `/p/${programId}/overview?period=${week.from}..${week.to}`;
}

function programParts(writer: Writer, one: DigestProgram): Part[] {
  const { texts, urlOf } = writer;
  const attention = attentionOf(writer, one);
  const best = bestOf(writer, one);
  return [
    { section: { text: one.program, url: urlOf(overviewPath(writer, one)) } },
    { facts: factsOf(writer, one) },
    ...(attention.length > 0 ? [{ title: texts.needsAttention, list: attention }] : []),
    ...(best.length > 0 ? [{ title: texts.bestPartners, list: best }] : []),
  ];
}

function factsOf({ texts, number, money: amount }: Writer, { overview }: DigestProgram): [string, string][] {
  const { totals, previous } = overview;
  const count = (label: string, of: Counts): [string, string] => [
    label,
    texts.comparedWith(number(countOf(totals, of)), number(countOf(previous.totals, of))),
  ];
  const currencies = [...new Set([...totals, ...previous.totals].map(({ currency }) => currency))].sort();
  const money = (label: string, amountOf: (row: Totals) => bigint) =>
    currencies.flatMap((currency): [string, string][] => {
      const [now, before] = [totals, previous.totals].map((rows) =>
        rows.filter((row) => row.currency === currency).reduce((sum, row) => sum + amountOf(row), 0n),
      );
      if (!now && !before) return [];
      return [[label, texts.comparedWith(amount(now ?? 0n, currency), amount(before ?? 0n, currency))]];
    });
  return [
    count(texts.clicks, 'clicks'),
    count(texts.customers, 'customers'),
    count(texts.sales, 'sales'),
    ...money(texts.netRevenue, (row) => row.revenue_cents - row.refunded_cents),
    ...money(texts.commissions, commissionOf),
  ];
}

function commissionOf(row: Pick<Totals, 'commission_cents' | 'reversed_cents'>): bigint {
  return row.commission_cents - row.reversed_cents;
}

function countOf(rows: readonly Totals[], of: Counts): bigint {
  return rows.reduce((sum, row) => sum + row[of], 0n);
}

/** The partners with the most sales, whatever their currencies; of equals, the one that the overview has first. */
function bestOf({ texts, number, money }: Writer, { overview }: DigestProgram): string[] {
  const partners = new Map<number, { name: string; sales: bigint; commissions: string[] }>();
  for (const row of overview.top_partners) {
    const known = partners.get(row.partner_id) ?? {
      name: withoutLinks(row.name),
      sales: 0n,
      commissions: [],
    };
    known.sales += row.sales;
    const commission = commissionOf(row);
    if (commission !== 0n) known.commissions.push(money(commission, row.currency));
    partners.set(row.partner_id, known);
  }
  return [...partners.values()]
    .filter(({ sales }) => sales > 0n)
    .sort((a, b) => Number(b.sales - a.sales))
    .slice(0, BEST_PARTNERS)
    .map(({ name, sales, commissions }) =>
      texts.bestPartner(name, texts.salesOf(sales, number(sales)), commissions),
    );
}

/** What waits for the reader, with the pages where they can act on it: the same lines as on the first page of the program. */
function attentionOf(
  { texts, digest, number, money, urlOf }: Writer,
  { programId, attention }: DigestProgram,
): Link[] {
  const at = (page: string) => urlOf(`/p/${programId}/${page}`);
  const line = (count: number | null, text: (count: number, shown: string) => string, url: string): Link[] =>
    count ? [{ text: text(count, number(count)), url }] : [];
  const eventCount = attention.payment_events.reduce((sum, { count }) => sum + count, 0);
  return [
    ...line(attention.open_claims, texts.openClaims, at('claims?status=open')),
    ...line(attention.applications, texts.applications, at('partners?status=pending')),
    ...attention.payouts_due.map(({ currency, partners, due_cents: cents }) => ({
      text: texts.payoutsDue(partners, number(partners), money(cents, currency)),
      url: at(`payouts?show=due&currency=${currency}`),
    })),
    ...attention.payouts_open.map(({ currency, payouts, open_cents: cents }) => ({
      text: texts.payoutsOpen(payouts, number(payouts), money(cents, currency)),
      url: at('payouts?show=runs'),
    })),
    ...line(attention.missing_details, texts.missingDetails, at('payouts?show=due')),
    ...line(attention.held_commissions, texts.heldCommissions, at('commissions?status=held')),
    ...(attention.flagged_commissions ?? []).map(({ flag, count }) => ({
      text: texts.flaggedCommissions(flag, number(count)),
      url: at(`commissions?flag=${flag}&status=pending`),
    })),
    ...line(attention.refused_origins, texts.refusedOrigins, at('settings/origins')),
    ...line(attention.unreported_visits, texts.unreportedVisits, at('integration')),
    ...line(attention.failing_webhooks, texts.failingWebhooks, urlOf(`/w/${digest.workspaceId}/webhooks`)),
    ...line(eventCount, texts.paymentEvents, urlOf(`/w/${digest.workspaceId}/processor`)),
  ];
}
