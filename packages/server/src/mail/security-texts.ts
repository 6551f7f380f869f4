import type { Mail } from './mailer.js';

/** What every mail about the security of an account says. */
export interface SecurityMail {
  readonly to: string;
  readonly baseUrl: string;
  readonly at: Date;
  readonly address: string | null;
  readonly userAgent: string | null;
}

/** The mail after a sign-in from a device the account had not been used on. */
export function newDeviceMail(mail: SecurityMail): Mail {
  return securityMail(mail, {
    subject: 'New sign-in to your account',
    what: 'Someone signed in to your account from a device we have not seen before.',
    otherwise: `change your password now, which signs out all other sessions: ${mail.baseUrl}/account`,
  });
}

/** The mail after a password was changed. */
export function passwordChangedMail(mail: SecurityMail): Mail {
  return securityMail(mail, {
    subject: 'Your password was changed',
    what: 'The password of your account was changed, and all other sessions were signed out.',
    otherwise: `reset your password and contact an owner of your workspace: ${mail.baseUrl}/forgot-password`,
  });
}

const TWO_FACTOR = {
  'two_factor.enabled': {
    subject: 'Two-factor authentication is on',
    what: 'Two-factor authentication was turned on: signing in now requires a code from your authenticator app.',
  },
  'two_factor.disabled': {
    subject: 'Two-factor authentication is off',
    what: 'Two-factor authentication was turned off: signing in now requires only your password.',
  },
  'backup_codes.created': {
    subject: 'You have new backup codes',
    what: 'New backup codes were created for your account. Your previous codes no longer work.',
  },
} as const;

/** The mail after a change of two-factor authentication. */
export function twoFactorMail(mail: SecurityMail, change: keyof typeof TWO_FACTOR): Mail {
  return securityMail(mail, {
    ...TWO_FACTOR[change],
    otherwise: `change your password now, and check your two-factor settings: ${mail.baseUrl}/account`,
  });
}

function securityMail(
  { to, at, address, userAgent }: SecurityMail,
  text: { readonly subject: string; readonly what: string; readonly otherwise: string },
): Mail {
  return {
    to,
    subject: text.subject,
    text: [
      'Hello,',
      '',
      text.what,
      '',
      `When: ${at.toISOString().replace('T', ' ').slice(0, 16)} UTC`,
      `IP address: ${address ?? 'unknown'}`,
      `Device: ${plainDevice(userAgent)}`,
      '',
      'If this was you, you can ignore this email.',
      `If it was not you, ${text.otherwise}`,
    ].join('\n'),
  };
}

/** The client chooses its user agent, so nothing in it may look like a link. */
function plainDevice(userAgent: string | null): string {
  const plain = (userAgent ?? '').replaceAll(/[^\x20-\x7e]/g, '').replaceAll(/\S*(:\/\/|www\.)\S*/gi, '');
  return plain.trim().slice(0, 200) || 'unknown';
}
