import type { Language, PayoutMethod } from '@svc/contract';
import { formatTime } from '@svc/contract';
import type { Mail } from './mail.js';
import type { Brand } from './message.js';
import { renderMail } from './render-mail.js';

/** Payout details as mails and the audit log show them: name and account by their last four characters. */
export interface MaskedDetails {
  readonly payout_method: PayoutMethod;
  readonly account_name: string | null;
  readonly account: string | null;
  readonly country: string | null;
  /** Two accounts can have the same last characters; the time distinguishes them. */
  readonly changed_at: string;
}

/** The content of the email about a change of payout details. `before` null: they were added. */
export interface DetailsNotice {
  /** The partner's address. */
  readonly email: string;
  readonly language: Language;
  readonly workspace: string;
  readonly programId: number;
  readonly program: string;
  readonly before: MaskedDetails | null;
  readonly after: MaskedDetails;
  /** Until when payout runs of the program skip the partner; null: they do not. */
  readonly heldUntil: Date | null;
}

const TEXTS = {
  en: {
    added: {
      subject: (workspace: string) => `Your payout details at ${workspace} were added`,
      what: (workspace: string, time: string) =>
        `The payout details of your partner account at ${workspace} were added on ${time}.`,
      kept: 'Existing payouts keep the details they were created with.',
    },
    changed: {
      subject: (workspace: string) => `Your payout details at ${workspace} were changed`,
      what: (workspace: string, time: string) =>
        `The payout details of your partner account at ${workspace} were changed on ${time}.`,
      kept: 'Existing payouts still go to the previous account.',
    },
    before: 'Before',
    now: 'Now',
    none: 'none',
    methods: { bank: 'Bank transfer', paypal: 'PayPal', wise: 'Wise' },
    name: (name: string) => `name ${name}`,
    account: (account: string) => `account ${account}`,
    held: (program: string, time: string) =>
      `For your security, ${program} does not create a payout for you before ${time}.`,
    ifYou: 'If this was you, you can ignore this email.',
    otherwise: 'If it was not you, act now:',
    password: 'Choose a new password',
    correct: 'Sign in and correct the payout details',
    contact: (workspace: string) => `Contact ${workspace}, so that no payout goes to the wrong account.`,
    reason: (workspace: string) =>
      `You are receiving this email because you are a partner of ${workspace}, and payouts to you depend on these details.`,
  },
  de: {
    added: {
      subject: (workspace: string) => `Ihre Auszahlungsdaten bei ${workspace} wurden hinterlegt`,
      what: (workspace: string, time: string) =>
        `Die Auszahlungsdaten Ihres Partnerkontos bei ${workspace} wurden am ${time} hinterlegt.`,
      kept: 'Bestehende Auszahlungen behalten die Daten, mit denen sie erstellt wurden.',
    },
    changed: {
      subject: (workspace: string) => `Ihre Auszahlungsdaten bei ${workspace} wurden geändert`,
      what: (workspace: string, time: string) =>
        `Die Auszahlungsdaten Ihres Partnerkontos bei ${workspace} wurden am ${time} geändert.`,
      kept: 'Bestehende Auszahlungen gehen noch an das bisherige Konto.',
    },
    before: 'Bisher',
    now: 'Jetzt',
    none: 'keine',
    methods: { bank: 'Überweisung', paypal: 'PayPal', wise: 'Wise' },
    name: (name: string) => `Name ${name}`,
    account: (account: string) => `Konto ${account}`,
    held: (program: string, time: string) =>
      `Zu Ihrer Sicherheit erstellt ${program} vor dem ${time} keine Auszahlung an Sie.`,
    ifYou: 'Wenn Sie das waren, können Sie diese E-Mail ignorieren.',
    otherwise: 'Wenn Sie es nicht waren, handeln Sie jetzt:',
    password: 'Wählen Sie ein neues Passwort',
    correct: 'Melden Sie sich an und korrigieren Sie die Auszahlungsdaten',
    contact: (workspace: string) =>
      `Wenden Sie sich an ${workspace}, damit keine Auszahlung an das falsche Konto geht.`,
    reason: (workspace: string) =>
      `Sie erhalten diese E-Mail, weil Sie Partner von ${workspace} sind und Auszahlungen an Sie von diesen Daten abhängen.`,
  },
} as const;

/**
 * The email that informs a partner that their payout details were added or changed, and what to do if it was not them. Names
 * and accounts are masked. Contract 2, section 7.1.
 */
export function payoutDetailsMail(notice: DetailsNotice, baseUrl: string, brand: Partial<Brand> = {}): Mail {
  const { language, workspace, program, before, after, heldUntil } = notice;
  const texts = TEXTS[language];
  const { subject, what, kept } = before === null ? texts.added : texts.changed;
  return renderMail(notice.email, {
    language,
    subject: subject(workspace),
    heading: subject(workspace),
    parts: [
      what(workspace, formatTime(new Date(after.changed_at))),
      {
        facts: [
          [texts.before, before === null ? texts.none : lineOf(before, language)],
          [texts.now, lineOf(after, language)],
        ],
      },
      heldUntil === null ? kept : `${kept} ${texts.held(program, formatTime(heldUntil))}`,
      texts.ifYou,
      texts.otherwise,
      {
        steps: [
          { text: texts.password, url: `${baseUrl}/forgot-password` },
          { text: texts.correct, url: `${baseUrl}/partner/${notice.programId}/details` },
          texts.contact(workspace),
        ],
      },
    ],
    reason: texts.reason(workspace),
    brand: { name: workspace, ...brand },
  });
}

function lineOf(
  { payout_method, account_name, account, country }: MaskedDetails,
  language: Language,
): string {
  const texts = TEXTS[language];
  const parts = [account_name && texts.name(account_name), account && texts.account(account), country];
  return [texts.methods[payout_method], ...parts.filter((part) => part !== null)].join(', ');
}
