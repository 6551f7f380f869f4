import type { AttentionAnswer, Language } from '@svc/contract';
import type { Static } from 'typebox';

type Flag = NonNullable<Static<typeof AttentionAnswer>['flagged_commissions']>[number]['flag'];

/** `count` is the number, `shown` the number as it is written. */
type Counted = (count: number | bigint, shown: string) => string;

interface DigestTexts {
  readonly locale: string;
  readonly subject: (week: string, workspace: string) => string;
  /** The first line: counts as they are written, and the week with its year. */
  readonly summary: (clicks: string, sales: string, week: string) => string;
  readonly nothingCounted: (week: string) => string;
  readonly howDaysCount: string;
  readonly clicksOf: Counted;
  readonly salesOf: Counted;
  readonly clicks: string;
  readonly customers: string;
  readonly sales: string;
  readonly netRevenue: string;
  readonly commissions: string;
  /** A figure, and that of the week before. */
  readonly comparedWith: (now: string, before: string) => string;
  readonly needsAttention: string;
  readonly openClaims: Counted;
  readonly applications: Counted;
  readonly payoutsDue: (count: number, shown: string, amount: string) => string;
  readonly payoutsOpen: (count: number, shown: string, amount: string) => string;
  readonly missingDetails: Counted;
  readonly heldCommissions: Counted;
  readonly flaggedCommissions: (flag: Flag, shown: string) => string;
  readonly refusedOrigins: Counted;
  readonly unreportedVisits: Counted;
  readonly failingWebhooks: Counted;
  readonly paymentEvents: Counted;
  readonly bestPartners: string;
  readonly bestPartner: (partner: string, sales: string, commissions: readonly string[]) => string;
  readonly morePrograms: Counted;
  readonly details: string;
  readonly openWeek: string;
  readonly openPrograms: string;
  readonly stop: string;
  readonly reason: (workspace: string, timeZone: string) => string;
}

const counted =
  (one: string, other: string): Counted =>
  (count, shown) =>
    Number(count) === 1 ? `${shown} ${one}` : `${shown} ${other}`;

const FLAGS_EN: Readonly<Record<Flag, string>> = {
  self_referral: 'self-referral',
  fast_sale: 'fast sale',
  click_burst: 'burst of clicks',
  paid_search: 'paid ads',
  code_leak: 'leaked code',
  page_named: 'named by a page only',
};

const FLAGS_DE: Readonly<Record<Flag, string>> = {
  self_referral: 'Eigenempfehlung',
  fast_sale: 'schneller Verkauf',
  click_burst: 'Klickhäufung',
  paid_search: 'bezahlte Anzeigen',
  code_leak: 'weitergegebener Code',
  page_named: 'nur von einer Seite gemeldet',
};

const EN: DigestTexts = {
  locale: 'en',
  subject: (week, workspace) => `Week of ${week}: ${workspace}`,
  summary: (clicks, sales, week) => `${clicks} and ${sales} in the week of ${week}.`,
  nothingCounted: (week) =>
    `No clicks and no sales in the week of ${week}, but something needs your attention.`,
  howDaysCount: 'Figures in brackets are those of the week before. Days are in UTC, as in your reports.',
  clicksOf: counted('click', 'clicks'),
  salesOf: counted('sale', 'sales'),
  clicks: 'Clicks',
  customers: 'Customers',
  sales: 'Sales',
  netRevenue: 'Net revenue',
  commissions: 'Commissions',
  comparedWith: (now, before) => `${now} (${before})`,
  needsAttention: 'Needs your attention',
  openClaims: counted('open claim', 'open claims'),
  applications: counted('application to review', 'applications to review'),
  payoutsDue: (count, shown, amount) => `${shown} ${count === 1 ? 'payout' : 'payouts'} due: ${amount}`,
  payoutsOpen: (count, shown, amount) =>
    `${shown} ${count === 1 ? 'payout' : 'payouts'} to send and mark as paid: ${amount}`,
  missingDetails: counted(
    'partner has a balance but no payout details',
    'partners have a balance but no payout details',
  ),
  heldCommissions: counted('held commission', 'held commissions'),
  flaggedCommissions: (flag, shown) => `Flagged pending commissions (${FLAGS_EN[flag]}): ${shown}`,
  refusedOrigins: counted('origin refused in the last 7 days', 'origins refused in the last 7 days'),
  unreportedVisits: counted(
    'visit through redirect links in the last 7 days that no page reported',
    'visits through redirect links in the last 7 days that no page reported',
  ),
  failingWebhooks: counted('failing webhook', 'failing webhooks'),
  paymentEvents: counted(
    'payment event of the last 7 days had no effect',
    'payment events of the last 7 days had no effect',
  ),
  bestPartners: 'Best partners',
  bestPartner: (partner, sales, commissions) =>
    commissions.length === 0
      ? `${partner}: ${sales}`
      : `${partner}: ${sales}, ${commissions.join(' + ')} in commissions`,
  morePrograms: (count, shown) =>
    Number(count) === 1 ? `${shown} more program has news.` : `${shown} more programs have news.`,
  details: 'See the details',
  openWeek: 'View this week',
  openPrograms: 'View programs',
  stop: 'Stop emails of this kind',
  reason: (workspace, timeZone) =>
    `You are receiving this email because you are a member of ${workspace}. It is sent on Mondays, in the time zone of the workspace (${timeZone}).`,
};

const DE: DigestTexts = {
  locale: 'de',
  subject: (week, workspace) => `Woche vom ${week}: ${workspace}`,
  summary: (clicks, sales, week) => `${clicks} und ${sales} in der Woche vom ${week}.`,
  nothingCounted: (week) =>
    `Keine Klicks und keine Verkäufe in der Woche vom ${week}, aber es gibt etwas zu erledigen.`,
  howDaysCount: 'In Klammern stehen die Zahlen der Woche davor. Tage sind wie in Ihren Berichten in UTC.',
  clicksOf: counted('Klick', 'Klicks'),
  salesOf: counted('Verkauf', 'Verkäufe'),
  clicks: 'Klicks',
  customers: 'Kunden',
  sales: 'Verkäufe',
  netRevenue: 'Nettoumsatz',
  commissions: 'Provisionen',
  comparedWith: (now, before) => `${now} (${before})`,
  needsAttention: 'Zu erledigen',
  openClaims: counted('offene Nachbuchungsanfrage', 'offene Nachbuchungsanfragen'),
  applications: counted('Bewerbung zu prüfen', 'Bewerbungen zu prüfen'),
  payoutsDue: (count, shown, amount) =>
    `${shown} fällige ${count === 1 ? 'Auszahlung' : 'Auszahlungen'}: ${amount}`,
  payoutsOpen: (count, shown, amount) =>
    `${shown} ${count === 1 ? 'Auszahlung' : 'Auszahlungen'} zu überweisen und als ausgezahlt zu markieren: ${amount}`,
  missingDetails: counted(
    'Partner hat ein Guthaben, aber keine Auszahlungsdaten',
    'Partner haben ein Guthaben, aber keine Auszahlungsdaten',
  ),
  heldCommissions: counted('zurückgehaltene Provision', 'zurückgehaltene Provisionen'),
  flaggedCommissions: (flag, shown) => `Markierte ausstehende Provisionen (${FLAGS_DE[flag]}): ${shown}`,
  refusedOrigins: counted(
    'abgelehnter Origin in den letzten 7 Tagen',
    'abgelehnte Origins in den letzten 7 Tagen',
  ),
  unreportedVisits: counted(
    'Besuch über Weiterleitungslinks in den letzten 7 Tagen, von keiner Seite gemeldet',
    'Besuche über Weiterleitungslinks in den letzten 7 Tagen, von keiner Seite gemeldet',
  ),
  failingWebhooks: counted('fehlerhafter Webhook', 'fehlerhafte Webhooks'),
  paymentEvents: counted(
    'Zahlungsereignis der letzten 7 Tage blieb ohne Wirkung',
    'Zahlungsereignisse der letzten 7 Tage blieben ohne Wirkung',
  ),
  bestPartners: 'Beste Partner',
  bestPartner: (partner, sales, commissions) =>
    commissions.length === 0
      ? `${partner}: ${sales}`
      : `${partner}: ${sales}, ${commissions.join(' + ')} Provision`,
  morePrograms: (count, shown) =>
    Number(count) === 1
      ? `Aus ${shown} weiteren Programm gibt es Neues.`
      : `Aus ${shown} weiteren Programmen gibt es Neues.`,
  details: 'Einzelheiten ansehen',
  openWeek: 'Woche ansehen',
  openPrograms: 'Programme ansehen',
  stop: 'E-Mails dieser Art abbestellen',
  reason: (workspace, timeZone) =>
    `Sie erhalten diese E-Mail, weil Sie Mitglied von ${workspace} sind. Sie wird montags in der Zeitzone des Workspace (${timeZone}) verschickt.`,
};

/** What weekly digests say, in every language. */
export const DIGEST_TEXTS: Readonly<Record<Language, DigestTexts>> = { en: EN, de: DE };
