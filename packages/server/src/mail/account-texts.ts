import type { Language } from '@svc/contract';

/** What a mail about the security of an account can be about. */
export type SecurityText =
  | 'newDevice'
  | 'passwordChanged'
  | 'two_factor.enabled'
  | 'two_factor.disabled'
  | 'backup_codes.created';

interface Text {
  readonly subject: string;
  readonly what: string;
  /** What to do if it was somebody else. In a mail about security, an address follows. */
  readonly otherwise: string;
}

interface ResetText extends Text {
  /** The address follows. */
  readonly choose: string;
  readonly button: string;
  readonly reason: string;
}

type Texts = Readonly<Record<SecurityText, Text>> & {
  readonly reset: ResetText;
  /** A browser on a system. */
  readonly on: (browser: string, system: string) => string;
} & Readonly<Record<'when' | 'address' | 'device' | 'unknown' | 'ifYou' | 'reason', string>> &
  // The buttons that lead to these pages.
  Readonly<Record<'account' | 'forgotPassword', string>>;

/** The texts of mails about accounts, in every language of `Language`. */
export const ACCOUNT_TEXTS: Readonly<Record<Language, Texts>> = {
  en: {
    when: 'When',
    address: 'IP address',
    device: 'Device',
    on: (browser: string, system: string) => `${browser} on ${system}`,
    unknown: 'unknown',
    ifYou: 'If this was you, you can ignore this email.',
    reason: 'You are receiving this email because it is about the security of your account.',
    account: 'Open account settings',
    forgotPassword: 'Reset password',
    newDevice: {
      subject: 'New sign-in to your account',
      what: 'Someone signed in to your account from a device we have not seen before.',
      otherwise: 'If it was not you, change your password now, which signs out all other sessions',
    },
    passwordChanged: {
      subject: 'Your password was changed',
      what: 'The password of your account was changed, and all other sessions were signed out.',
      otherwise: 'If it was not you, reset your password and contact an owner of your workspace',
    },
    'two_factor.enabled': {
      subject: 'Two-factor authentication is on',
      what: 'Two-factor authentication was turned on: signing in now requires a code from your authenticator app.',
      otherwise: 'If it was not you, change your password now, and check your two-factor settings',
    },
    'two_factor.disabled': {
      subject: 'Two-factor authentication is off',
      what: 'Two-factor authentication was turned off: signing in now requires only your password.',
      otherwise: 'If it was not you, change your password now, and check your two-factor settings',
    },
    'backup_codes.created': {
      subject: 'You have new backup codes',
      what: 'New backup codes were created for your account. Your previous codes no longer work.',
      otherwise: 'If it was not you, change your password now, and check your two-factor settings',
    },
    reset: {
      subject: 'Reset your password',
      what: 'Someone, probably you, asked to reset your password.',
      choose: 'Choose a new one with this link; it works once and expires in an hour',
      button: 'Choose new password',
      otherwise: 'If it was not you, you can ignore this email. Your password does not change.',
      reason:
        'You are receiving this email because someone asked to reset the password of the account with this address.',
    },
  },
  de: {
    when: 'Zeitpunkt',
    address: 'IP-Adresse',
    device: 'Gerät',
    on: (browser, system) => `${browser} auf ${system}`,
    unknown: 'unbekannt',
    ifYou: 'Wenn Sie das waren, können Sie diese E-Mail ignorieren.',
    reason: 'Sie erhalten diese E-Mail, weil es um die Sicherheit Ihres Kontos geht.',
    account: 'Kontoeinstellungen öffnen',
    forgotPassword: 'Passwort zurücksetzen',
    newDevice: {
      subject: 'Neue Anmeldung bei Ihrem Konto',
      what: 'Jemand hat sich mit einem bisher unbekannten Gerät bei Ihrem Konto angemeldet.',
      otherwise:
        'Wenn Sie es nicht waren, ändern Sie jetzt Ihr Passwort; das meldet alle anderen Sitzungen ab',
    },
    passwordChanged: {
      subject: 'Ihr Passwort wurde geändert',
      what: 'Das Passwort Ihres Kontos wurde geändert, und alle anderen Sitzungen wurden abgemeldet.',
      otherwise:
        'Wenn Sie es nicht waren, setzen Sie Ihr Passwort zurück und wenden Sie sich an einen Inhaber Ihres Workspace',
    },
    'two_factor.enabled': {
      subject: 'Zwei-Faktor-Authentifizierung ist eingeschaltet',
      what: 'Die Zwei-Faktor-Authentifizierung wurde eingeschaltet: Die Anmeldung verlangt nun einen Code aus Ihrer Authenticator-App.',
      otherwise:
        'Wenn Sie es nicht waren, ändern Sie jetzt Ihr Passwort und prüfen Sie die Zwei-Faktor-Einstellungen',
    },
    'two_factor.disabled': {
      subject: 'Zwei-Faktor-Authentifizierung ist ausgeschaltet',
      what: 'Die Zwei-Faktor-Authentifizierung wurde ausgeschaltet: Die Anmeldung verlangt nun nur Ihr Passwort.',
      otherwise:
        'Wenn Sie es nicht waren, ändern Sie jetzt Ihr Passwort und prüfen Sie die Zwei-Faktor-Einstellungen',
    },
    'backup_codes.created': {
      subject: 'Sie haben neue Backup-Codes',
      what: 'Für Ihr Konto wurden neue Backup-Codes erstellt. Die bisherigen Codes gelten nicht mehr.',
      otherwise:
        'Wenn Sie es nicht waren, ändern Sie jetzt Ihr Passwort und prüfen Sie die Zwei-Faktor-Einstellungen',
    },
    reset: {
      subject: 'Passwort zurücksetzen',
      what: 'Jemand, vermutlich Sie, möchte Ihr Passwort zurücksetzen.',
      choose: 'Wählen Sie mit diesem Link ein neues; er gilt einmal und läuft in einer Stunde ab',
      button: 'Neues Passwort wählen',
      otherwise:
        'Wenn Sie es nicht waren, können Sie diese E-Mail ignorieren. Ihr Passwort bleibt, wie es ist.',
      reason:
        'Sie erhalten diese E-Mail, weil jemand das Passwort des Kontos mit dieser Adresse zurücksetzen möchte.',
    },
  },
};
