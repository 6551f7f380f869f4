import { deviceIn, type Language } from '@svc/contract';
import { ACCOUNT_TEXTS, type SecurityText } from './account-texts.js';
import type { Mail } from './mail.js';
import { renderMail } from './render-mail.js';
import { withoutLinks } from './without-links.js';

/** What every mail about the security of an account says. */
export interface SecurityMail {
  readonly to: string;
  /** Of the person who reads it. */
  readonly language: Language;
  readonly baseUrl: string;
  readonly at: Date;
  readonly address: string | null;
  readonly userAgent: string | null;
}

/** Where the reader can do something about it. */
const PATHS = { account: '/account', forgotPassword: '/forgot-password' } as const;

/** The mail after a sign-in from a device the account had not been used on. */
export function newDeviceMail(mail: SecurityMail): Mail {
  return securityMail(mail, 'newDevice', 'account');
}

/** The mail after a password was changed. */
export function passwordChangedMail(mail: SecurityMail): Mail {
  return securityMail(mail, 'passwordChanged', 'forgotPassword');
}

/** The mail after a change of two-factor authentication. */
export function twoFactorMail(
  mail: SecurityMail,
  change: 'two_factor.enabled' | 'two_factor.disabled' | 'backup_codes.created',
): Mail {
  return securityMail(mail, change, 'account');
}

/** The email with the link to choose a new password. */
export function passwordMail(content: {
  readonly to: string;
  readonly language: Language;
  readonly baseUrl: string;
  readonly token: string;
}): Mail {
  const { to, language, baseUrl, token } = content;
  const { subject, what, choose, button, otherwise, reason } = ACCOUNT_TEXTS[language].reset;
  const url = `${baseUrl}/reset-password#${token}`;
  return renderMail(to, {
    language,
    subject,
    heading: subject,
    parts: [what, { button: { text: choose, url, label: button } }, otherwise],
    reason,
  });
}

function securityMail(mail: SecurityMail, about: SecurityText, page: 'account' | 'forgotPassword'): Mail {
  const { language } = mail;
  const texts = ACCOUNT_TEXTS[language];
  const { subject, what, otherwise } = texts[about];
  return renderMail(mail.to, {
    language,
    subject,
    heading: subject,
    parts: [
      what,
      {
        facts: [
          [texts.when, `${mail.at.toISOString().replace('T', ' ').slice(0, 16)} UTC`],
          [texts.address, mail.address ?? texts.unknown],
          [texts.device, deviceText(mail.userAgent, texts) ?? texts.unknown],
        ],
      },
      texts.ifYou,
      { button: { text: otherwise, url: `${mail.baseUrl}${PATHS[page]}`, label: texts[page] } },
    ],
    reason: texts.reason,
  });
}

/** A browser that people know, by its name. The client chooses its user agent, so no address of a page is left in any other. */
function deviceText(userAgent: string | null, texts: (typeof ACCOUNT_TEXTS)[Language]): string | null {
  const device = deviceIn(userAgent);
  if (device !== null)
    return device.system === null ? device.browser : texts.on(device.browser, device.system);
  const plain = withoutLinks((userAgent ?? '').replaceAll(/[^\x20-\x7e]/g, ''));
  return plain.slice(0, 200) || null;
}
