import { formatMoney, type Language, type NotificationItem, type NotificationKind } from '@svc/contract';
import type { Mail } from './mail.js';
import type { Brand } from './message.js';
import { renderMail } from './render-mail.js';
import { withoutLinks } from './without-links.js';

/** What an email says of a notification. */
type Told = Pick<
  NotificationItem,
  | 'kind'
  | 'workspace'
  | 'program_id'
  | 'program'
  | 'partner_id'
  | 'partner'
  | 'object_id'
  | 'reference'
  | 'status'
  | 'count'
  | 'amount_cents'
  | 'currency'
>;

/** The others are emails of their own kinds (weekly-digest.ts, partner-message.ts). */
type ToldKind = Exclude<NotificationKind, 'weekly_digest' | 'partner_message'>;

interface Words {
  readonly program: string;
  readonly partner: string;
  readonly order: string;
  readonly money: string;
  readonly count: number;
  readonly isRejected: boolean;
  readonly isDeduction: boolean;
}

interface KindTexts {
  readonly subject: (words: Words) => string;
  readonly text: (words: Words) => string;
  readonly button: string;
}

interface Texts {
  readonly kinds: Readonly<Record<ToldKind, KindTexts>>;
  readonly details: string;
  /** The address of the link follows. */
  readonly stop: string;
  readonly toPartner: (program: string) => string;
  readonly toMember: (workspace: string) => string;
}

const EN: Texts = {
  details: 'See the details',
  stop: 'Stop emails of this kind',
  toPartner: (program) => `You are receiving this email because you are a partner of ${program}.`,
  toMember: (workspace) => `You are receiving this email because you are a member of ${workspace}.`,
  kinds: {
    partner_approved: {
      subject: ({ program }) => `You are now a partner of ${program}`,
      text: ({ program }) => `${program} approved you as a partner.`,
      button: 'Open portal',
    },
    first_click: {
      subject: ({ program }) => `First click on your link in ${program}`,
      text: ({ program }) => `Your link in ${program} got its first click. It works.`,
      button: 'View links',
    },
    commission_earned: {
      subject: ({ program, money }) => `You earned ${money} in ${program}`,
      text: ({ program, money, count }) =>
        count === 1
          ? `You earned a commission of ${money} in ${program}.`
          : `You earned ${count} commissions in ${program} on one day, ${money} in total.`,
      button: 'View commissions',
    },
    commission_reassigned: {
      subject: ({ program, money }) => `${program} reassigned commissions of yours: ${money}`,
      text: ({ program, money, count }) =>
        count === 1
          ? `${program} credited another partner with a sale of yours. Its commission of ${money} was reversed. The reason is in your portal.`
          : `${program} credited another partner with ${count} sales of yours. Their commissions, ${money} in total, were reversed. The reasons are in your portal.`,
      button: 'View commissions',
    },
    commission_rejected: {
      subject: ({ program, money }) => `${program} rejected commissions of yours: ${money}`,
      text: ({ program, money, count }) =>
        count === 1
          ? `${program} rejected a commission of ${money} of yours, so it will not be paid. The reason is in your portal.`
          : `${program} rejected ${count} commissions of yours, ${money} in total, so they will not be paid. The reasons are in your portal.`,
      button: 'View commissions',
    },
    payout_paid: {
      subject: ({ program, money }) => `${program} paid you ${money}`,
      text: ({ program, money }) => `${program} marked your payout of ${money} as paid.`,
      button: 'View payout',
    },
    adjustment_received: {
      subject: ({ program, money, isDeduction }) =>
        isDeduction ? `${program} deducted ${money}` : `${program} gave you a bonus of ${money}`,
      text: ({ program, money, isDeduction }) =>
        isDeduction
          ? `${program} deducted ${money} from your balance. The reason is in your portal.`
          : `${program} added a bonus of ${money} to your balance. The reason is in your portal.`,
      button: 'View adjustment',
    },
    claim_answered: {
      subject: ({ program }) => `${program} answered your claim`,
      text: ({ program, order, isRejected }) =>
        `${program} ${isRejected ? 'rejected' : 'accepted'} your claim for order ${order}.`,
      button: 'View answer',
    },
    application_received: {
      subject: ({ partner, program, count }) =>
        count === 1 ? `${partner} applied to ${program}` : `${count} people applied to ${program}`,
      text: ({ partner, program, count }) =>
        count === 1
          ? `${partner} would like to become a partner of ${program}.`
          : `${count} people would like to become partners of ${program}.`,
      button: 'View applications',
    },
    claim_received: {
      subject: ({ partner, program }) => `${partner} reported a missing order in ${program}`,
      text: ({ partner, order }) => `${partner} reported a missing order: ${order}.`,
      button: 'View claim',
    },
    commission_flagged: {
      subject: ({ program }) => `Flagged commissions in ${program}`,
      text: ({ program, count }) =>
        count === 1
          ? `A commission was flagged in ${program}.`
          : `${count} commissions were flagged in ${program} on one day.`,
      button: 'View commissions',
    },
    payouts_ready: {
      subject: ({ program, count }) =>
        count === 1 ? `A payout is ready in ${program}` : `${count} payouts are ready in ${program}`,
      text: ({ program, count, money }) =>
        count === 1
          ? `The payout schedule of ${program} prepared one payout${money && `, ${money}`}. No money has been sent yet: send it and mark the payout as paid, or cancel it.`
          : `The payout schedule of ${program} prepared ${count} payouts${money && `, ${money} in total`}. No money has been sent yet: send it and mark the payouts as paid, or cancel them.`,
      button: 'View payout run',
    },
  },
};

const DE: Texts = {
  details: 'Einzelheiten ansehen',
  stop: 'E-Mails dieser Art abbestellen',
  toPartner: (program) => `Sie erhalten diese E-Mail, weil Sie Partner von ${program} sind.`,
  toMember: (workspace) => `Sie erhalten diese E-Mail, weil Sie Mitglied von ${workspace} sind.`,
  kinds: {
    partner_approved: {
      subject: ({ program }) => `Sie sind jetzt Partner von ${program}`,
      text: ({ program }) => `${program} hat Sie als Partner freigegeben.`,
      button: 'Portal öffnen',
    },
    first_click: {
      subject: ({ program }) => `Erster Klick auf Ihren Link für ${program}`,
      text: ({ program }) =>
        `Jemand hat zum ersten Mal auf Ihren Link für ${program} geklickt. Ihr Link funktioniert.`,
      button: 'Links ansehen',
    },
    commission_earned: {
      subject: ({ program, money }) => `Sie haben bei ${program} ${money} verdient`,
      text: ({ program, money, count }) =>
        count === 1
          ? `Sie haben bei ${program} eine Provision von ${money} verdient.`
          : `Sie haben bei ${program} an einem Tag ${count} Provisionen verdient, insgesamt ${money}.`,
      button: 'Provisionen ansehen',
    },
    commission_reassigned: {
      subject: ({ program, money }) => `${program} hat Provisionen von Ihnen neu zugeordnet: ${money}`,
      text: ({ program, money, count }) =>
        count === 1
          ? `${program} hat einen Verkauf von Ihnen einem anderen Partner zugeordnet. Die Provision von ${money} wurde zurückgebucht. Der Grund steht in Ihrem Portal.`
          : `${program} hat ${count} Verkäufe von Ihnen einem anderen Partner zugeordnet. Die Provisionen von insgesamt ${money} wurden zurückgebucht. Die Gründe stehen in Ihrem Portal.`,
      button: 'Provisionen ansehen',
    },
    commission_rejected: {
      subject: ({ program, money }) => `${program} hat Provisionen von Ihnen abgelehnt: ${money}`,
      text: ({ program, money, count }) =>
        count === 1
          ? `${program} hat eine Provision von Ihnen über ${money} abgelehnt; sie wird nicht ausgezahlt. Der Grund steht in Ihrem Portal.`
          : `${program} hat ${count} Provisionen von Ihnen über insgesamt ${money} abgelehnt; sie werden nicht ausgezahlt. Die Gründe stehen in Ihrem Portal.`,
      button: 'Provisionen ansehen',
    },
    payout_paid: {
      subject: ({ program, money }) => `${program} hat Ihnen ${money} ausgezahlt`,
      text: ({ program, money }) => `${program} hat Ihre Auszahlung von ${money} als ausgezahlt markiert.`,
      button: 'Auszahlung ansehen',
    },
    adjustment_received: {
      subject: ({ program, money, isDeduction }) =>
        isDeduction ? `${program} hat ${money} abgezogen` : `${program} gibt Ihnen einen Bonus von ${money}`,
      text: ({ program, money, isDeduction }) =>
        isDeduction
          ? `${program} hat ${money} von Ihrem Guthaben abgezogen. Der Grund steht in Ihrem Portal.`
          : `${program} hat Ihrem Guthaben einen Bonus von ${money} hinzugefügt. Der Grund steht in Ihrem Portal.`,
      button: 'Korrektur ansehen',
    },
    claim_answered: {
      subject: ({ program }) => `${program} hat Ihre Nachbuchungsanfrage beantwortet`,
      text: ({ program, order, isRejected }) =>
        `${program} hat Ihre Nachbuchungsanfrage zur Bestellung ${order} ${isRejected ? 'abgelehnt' : 'angenommen'}.`,
      button: 'Antwort ansehen',
    },
    application_received: {
      subject: ({ partner, program, count }) =>
        count === 1
          ? `${partner} hat sich bei ${program} beworben`
          : `${count} Personen haben sich bei ${program} beworben`,
      text: ({ partner, program, count }) =>
        count === 1
          ? `${partner} möchte Partner von ${program} werden.`
          : `${count} Personen möchten Partner von ${program} werden.`,
      button: 'Bewerbungen ansehen',
    },
    claim_received: {
      subject: ({ partner, program }) => `${partner} meldet einen fehlenden Verkauf bei ${program}`,
      text: ({ partner, order }) => `${partner} meldet, dass die Bestellung ${order} fehlt.`,
      button: 'Anfrage ansehen',
    },
    commission_flagged: {
      subject: ({ program }) => `Markierte Provisionen bei ${program}`,
      text: ({ program, count }) =>
        count === 1
          ? `Bei ${program} wurde eine Provision markiert.`
          : `Bei ${program} wurden an einem Tag ${count} Provisionen markiert.`,
      button: 'Provisionen ansehen',
    },
    payouts_ready: {
      subject: ({ program, count }) =>
        count === 1
          ? `Eine Auszahlung bei ${program} ist bereit`
          : `${count} Auszahlungen bei ${program} sind bereit`,
      text: ({ program, count, money }) =>
        count === 1
          ? `Der Auszahlungsplan von ${program} hat eine Auszahlung${money && ` über ${money}`} vorbereitet. Es wurde noch kein Geld gesendet: Senden Sie es und markieren Sie die Auszahlung als ausgezahlt, oder stornieren Sie sie.`
          : `Der Auszahlungsplan von ${program} hat ${count} Auszahlungen${money && ` über insgesamt ${money}`} vorbereitet. Es wurde noch kein Geld gesendet: Senden Sie es und markieren Sie die Auszahlungen als ausgezahlt, oder stornieren Sie sie.`,
      button: 'Auszahlungslauf ansehen',
    },
  },
};

const TEXTS: Readonly<Record<Language, Texts>> = { en: EN, de: DE };

/** The page of the web application that each kind is about. */
const PAGES: Readonly<Record<ToldKind, (told: Told) => string>> = {
  partner_approved: ({ program_id }) => `/partner/${program_id}/overview`,
  first_click: ({ program_id }) => `/partner/${program_id}/links`,
  commission_earned: ({ program_id }) => `/partner/${program_id}/commissions`,
  commission_reassigned: ({ program_id }) => `/partner/${program_id}/commissions`,
  commission_rejected: ({ program_id }) => `/partner/${program_id}/commissions`,
  payout_paid: ({ program_id, object_id }) => `/partner/${program_id}/payouts/${object_id}`,
  adjustment_received: ({ program_id }) => `/partner/${program_id}/commissions`,
  claim_answered: ({ program_id, object_id }) => `/partner/${program_id}/claims?claim=${object_id}`,
  application_received: ({ program_id, partner_id, count }) =>
    count === 1 ? `/p/${program_id}/partners/${partner_id}` : `/p/${program_id}/partners?status=pending`,
  claim_received: ({ program_id, object_id }) => `/p/${program_id}/claims?claim=${object_id}`,
  commission_flagged: ({ program_id }) => `/p/${program_id}/commissions`,
  payouts_ready: ({ program_id, object_id }) => `/p/${program_id}/payouts/runs/${object_id}`,
};

/** The email of a notification, which mail clients can stop, too. */
export function notificationMail(content: {
  readonly to: string;
  readonly language: Language;
  readonly about: Told & { readonly kind: ToldKind };
  readonly isForPartner: boolean;
  /** How partners see the company. */
  readonly brand?: Partial<Brand>;
  readonly baseUrl: string;
  /** Ends emails of this kind to this person. */
  readonly stopUrl: string;
}): Mail {
  const { to, language, about, isForPartner, baseUrl, stopUrl } = content;
  const texts = TEXTS[language];
  const { subject, text, button } = texts.kinds[about.kind];
  const words = wordsOf(about, language);
  const heading = subject(words);
  const mail = renderMail(to, {
    language,
    subject: heading,
    heading,
    parts: [
      text(words),
      { button: { text: texts.details, url: `${baseUrl}${PAGES[about.kind](about)}`, label: button } },
      { link: { text: texts.stop, url: stopUrl } },
    ],
    reason: isForPartner ? texts.toPartner(words.program) : texts.toMember(about.workspace),
    brand: isForPartner ? { name: words.program, ...content.brand } : { name: about.workspace },
  });
  return { ...mail, stopUrl };
}

function wordsOf(
  { program, partner, reference, amount_cents, currency, count, status }: Told,
  language: Language,
): Words {
  return {
    program: program ?? '',
    partner: withoutLinks(partner ?? ''),
    order: withoutLinks(reference ?? ''),
    money: currency === null ? '' : formatMoney(Math.abs(amount_cents ?? 0), currency, language),
    count,
    isRejected: status === 'rejected',
    isDeduction: (amount_cents ?? 0) < 0,
  };
}
