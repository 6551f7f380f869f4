import { type Language, NOTIFICATION_AUDIENCES, NOTIFICATION_KINDS } from '@svc/contract';
import { accountConnectedMail } from '../../src/mail/account-connected.js';
import { decisionMail } from '../../src/mail/application-decision.js';
import { invitationMail } from '../../src/mail/invitation.js';
import type { Mail } from '../../src/mail/mail.js';
import { notificationMail } from '../../src/mail/notification.js';
import { partnerMessageMail } from '../../src/mail/partner-message.js';
import { type MaskedDetails, payoutDetailsMail } from '../../src/mail/payout-details.js';
import {
  newDeviceMail,
  passwordChangedMail,
  passwordMail,
  twoFactorMail,
} from '../../src/mail/security-texts.js';
import { webhookDisabledMail } from '../../src/mail/webhook-disabled.js';
import { type DigestProgram, weeklyDigestMail } from '../../src/mail/weekly-digest.js';

/** What people and other systems put into emails. */
export interface MailValues {
  readonly workspace: string;
  readonly program: string;
  /** The address of a person. */
  readonly person: string;
  readonly device: string;
  readonly host: string;
  readonly account: string;
  /** Of a partner's link. */
  readonly link: string;
  /** The name of a partner. */
  readonly partner: string;
  /** An order that a partner misses. */
  readonly order: string;
}

export const PLAIN_VALUES: MailValues = {
  workspace: 'Fernweh Studio',
  program: 'Tidydesk Partners',
  person: 'olive@fernweh.test',
  device:
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36',
  host: 'hooks.fernweh.test',
  account: 'acct_1FernwehStudio',
  link: 'https://tidydesk.test/?aff=iris-novak',
  partner: 'Iris Novak',
  order: 'order-20431',
};

const BASE_URL = 'https://svc.fernweh.test';
const TOKEN = 'pvJ3kQ0xV9bT1nYw6sRfZc2LhG8mDaEu4iXoKyBtNq7';
const AT = new Date('2026-11-26T14:05:00Z');

/** Every email of the service in a language, by a name for its file. */
export function everyMail(language: Language, values: MailValues): ReadonlyMap<string, Mail> {
  return new Map([...accountMails(language, values), ...workspaceMails(language, values)]);
}

function accountMails(language: Language, { person: to, device }: MailValues): [string, Mail][] {
  const security = { to, language, baseUrl: BASE_URL, at: AT, address: '203.0.113.7', userAgent: device };
  return [
    ['password', passwordMail({ to, language, baseUrl: BASE_URL, token: TOKEN })],
    ['new-device', newDeviceMail(security)],
    ['unknown-device', newDeviceMail({ ...security, address: null, userAgent: null })],
    ['password-changed', passwordChangedMail(security)],
    ['two-factor-on', twoFactorMail(security, 'two_factor.enabled')],
    ['two-factor-off', twoFactorMail(security, 'two_factor.disabled')],
    ['backup-codes', twoFactorMail(security, 'backup_codes.created')],
  ];
}

function workspaceMails(language: Language, values: MailValues): [string, Mail][] {
  const { workspace, program, person: to, host, account: accountId, link } = values;
  const baseUrl = BASE_URL;
  const common = { to, language, baseUrl };
  const invitation = { ...common, workspace, invitedBy: to, token: TOKEN };
  const decision = { ...common, program, isApproved: true, link, token: null };
  const ofWorkspace = { ...common, workspaceName: workspace, workspaceId: 1 };
  const webhook = { ...ofWorkspace, webhookId: 12, host };
  const connection = { ...ofWorkspace, accountId, replacedAccountId: null, connectedBy: to };
  const after: MaskedDetails = {
    payout_method: 'bank',
    account_name: '…ovak',
    account: '…2051',
    country: 'DE',
    changed_at: AT.toISOString(),
  };
  const details = { email: to, language, workspace, program, programId: 3, after };
  const before: MaskedDetails = { ...after, payout_method: 'paypal', account: '…test', country: null };
  const heldUntil = new Date('2026-11-29T14:05:00Z');
  return [
    ['invitation-member', invitationMail({ ...invitation, isPartner: false })],
    ['invitation-partner', invitationMail({ ...invitation, isPartner: true })],
    ['approved', decisionMail(decision)],
    ['approved-without-account', decisionMail({ ...decision, token: TOKEN })],
    ['approved-again', decisionMail({ ...decision, link: null })],
    ['rejected', decisionMail({ ...decision, isApproved: false })],
    ['account-connected', accountConnectedMail(connection)],
    ['account-replaced', accountConnectedMail({ ...connection, replacedAccountId: 'acct_1Former' })],
    ['payout-details-added', payoutDetailsMail({ ...details, before: null, heldUntil: null }, baseUrl)],
    ['payout-details-changed', payoutDetailsMail({ ...details, before, heldUntil }, baseUrl)],
    ['webhook-gone', webhookDisabledMail({ ...webhook, reason: 'gone' })],
    ['webhook-failing', webhookDisabledMail({ ...webhook, reason: 'failing' })],
    ...notificationMails(language, values),
    ...digestMails(language, values),
    ['partner-message', messageMail(language, values)],
  ];
}

/** A message is in the words of whoever wrote it, links included, so values of others are not in it. */
function messageMail(language: Language, { program, person: to }: MailValues): Mail {
  const body = [
    'Hi all,',
    'our spring sale starts on Monday:\n- 20% off all yearly plans\n- code SPRING26',
    'New banners: https://tidydesk.test/banners',
    'Best regards\nOlive',
  ].join('\n\n');
  const message = { id: 12, subject: 'Spring sale: 20% off all yearly plans', body };
  const stopUrl = `${BASE_URL}/stop-emails/${TOKEN}`;
  return partnerMessageMail({ to, language, message, programId: 3, program, baseUrl: BASE_URL, stopUrl });
}

function notificationMails(language: Language, values: MailValues): [string, Mail][] {
  const { workspace, program, person: to, partner, order } = values;
  return NOTIFICATION_KINDS.filter((kind) => kind !== 'weekly_digest' && kind !== 'partner_message').map(
    (kind) => {
      const isForPartner = NOTIFICATION_AUDIENCES[kind] === 'partner';
      // An application names the applicant only where there is one.
      const amount = { amount_cents: 1470, currency: 'USD', count: kind === 'application_received' ? 1 : 3 };
      const place = { workspace, program_id: 3, program, partner_id: 7, partner, object_id: 12 };
      const about = { kind, ...place, ...amount, reference: order, status: 'rejected' as const };
      const stopUrl = `${BASE_URL}/stop-emails/${TOKEN}`;
      return [
        `told-${kind}`,
        notificationMail({ to, language, about, isForPartner, baseUrl: BASE_URL, stopUrl }),
      ];
    },
  );
}

const NO_TOTALS = {
  clicks: 0n,
  leads: 0n,
  customers: 0n,
  sales: 0n,
  revenue_cents: 0n,
  refunded_cents: 0n,
  commission_cents: 0n,
  reversed_cents: 0n,
};

/** A week with everything there is, in two currencies. */
function busyWeek({ program, partner: name }: MailValues): DigestProgram {
  const usd = {
    ...NO_TOTALS,
    currency: 'USD',
    clicks: 1412n,
    customers: 11n,
    sales: 17n,
    revenue_cents: 184_900n,
  };
  const eur = { ...NO_TOTALS, currency: 'EUR', customers: 1n, sales: 1n, revenue_cents: 9_900n };
  const totals = [
    { ...usd, refunded_cents: 9_900n, commission_cents: 36_980n, reversed_cents: 1_980n },
    { ...eur, commission_cents: 1_980n },
  ];
  const previous = [
    { ...NO_TOTALS, currency: 'USD', clicks: 1198n, customers: 8n, sales: 9n, revenue_cents: 95_000n },
  ];
  const partner = (partner_id: number, name: string, sales: bigint, commission_cents: bigint) => ({
    ...NO_TOTALS,
    partner_id,
    name,
    currency: 'USD',
    sales,
    commission_cents,
  });
  return {
    programId: 3,
    program,
    overview: {
      totals,
      previous: { from: '2026-11-09', to: '2026-11-15', totals: previous, days: [] },
      top_partners: [
        partner(7, `${name} & ${program}`, 9n, 19_980n),
        partner(8, 'Jonas Weber', 5n, 11_000n),
        { ...partner(8, 'Jonas Weber', 1n, 1_980n), currency: 'EUR' },
        partner(9, 'Blog', 3n, 0n),
        partner(10, 'Fourth', 1n, 100n),
      ],
    },
    attention: {
      setup: null,
      open_claims: 1,
      applications: 4,
      payouts_due: [{ currency: 'USD', partners: 3, due_cents: 48_000n }],
      payouts_open: [{ currency: 'EUR', payouts: 2, open_cents: 12_500n }],
      missing_details: 2,
      held_commissions: 1,
      flagged_commissions: [{ flag: 'fast_sale', count: 2 }],
      refused_origins: 1,
      unreported_visits: 3,
      failing_webhooks: 1,
      payment_events: [
        {
          reason_code: 'click_unknown',
          connection_id: 1,
          count: 3,
          latest_at: '2026-11-20T10:00:00.000Z',
          message: 'No click has this id.',
          fix: 'Check the page.',
        },
      ],
    },
  };
}

/** A week in which something only waits. */
function quietWeek({ program }: MailValues): DigestProgram {
  const previous = { from: '2026-11-09', to: '2026-11-15', totals: [], days: [] };
  const nothing = {
    setup: null,
    open_claims: null,
    payouts_due: [],
    payouts_open: [],
    missing_details: null,
    held_commissions: null,
    flagged_commissions: null,
    refused_origins: null,
    unreported_visits: null,
    failing_webhooks: null,
    payment_events: [],
  };
  const overview = { totals: [], previous, top_partners: [] };
  return { programId: 4, program: `${program} 2`, overview, attention: { ...nothing, applications: 1 } };
}

function digestMails(language: Language, values: MailValues): [string, Mail][] {
  const week = { from: '2026-11-16', to: '2026-11-22' };
  const common = { workspaceId: 1, workspace: values.workspace, timeZone: 'Europe/Berlin', week };
  const stopUrl = `${BASE_URL}/stop-emails/${TOKEN}`;
  const mailOf = (programs: readonly DigestProgram[]) =>
    weeklyDigestMail({
      to: values.person,
      language,
      digest: { ...common, programs },
      baseUrl: BASE_URL,
      stopUrl,
    });
  const [busy, quiet] = [busyWeek(values), quietWeek(values)];
  return [
    ['weekly-digest', mailOf([busy])],
    ['weekly-digest-programs', mailOf([busy, quiet])],
    ['weekly-digest-quiet', mailOf([quiet])],
    [
      'weekly-digest-many',
      mailOf(Array.from({ length: 12 }, (_, index) => ({ ...quiet, programId: index }))),
    ],
  ];
}
