import type { Row } from '../../api/client.js';

export type SecurityEvent = Row<'/api/workspaces/{workspaceId}/security-log'>;

/** Every event of the security log, as people call it. */
export const EVENTS = {
  'sign_in.succeeded': 'Signed in',
  'sign_in.failed': 'Sign-in failed',
  'sign_in.paused': 'Sign-in paused',
  'verification.failed': 'Wrong password or code',
  'verification.paused': 'Verification paused',
  'password.changed': 'Password changed',
  'password.reset': 'Password reset by email',
  'two_factor.enabled': 'Two-factor turned on',
  'two_factor.disabled': 'Two-factor turned off',
  'backup_codes.created': 'New backup codes',
  'api_key.new_address': 'API key used from a new address',
  'export.downloaded': 'File exported',
} as const;

export type EventType = keyof typeof EVENTS;

/** An event in words; one that has none yet as it is written. */
export function nameOfEvent(type: string): string {
  return EVENTS[type as EventType] ?? type.replaceAll(/[._]/g, ' ');
}

/** Whether an event should make somebody look twice. */
export function isAlarming(type: string): boolean {
  return type.endsWith('.failed') || type.endsWith('.paused') || type === 'two_factor.disabled';
}

const STEPS: Readonly<Record<string, string>> = {
  password: 'wrong password',
  code: 'wrong code',
  backup_code: 'wrong backup code',
};
const METHODS: Readonly<Record<string, string>> = {
  password: 'with a password',
  totp: 'with a code',
  backup_code: 'with a backup code',
};

/** What else an event tells, in a few words; empty where there is nothing. */
export function detailOf({ data }: Pick<SecurityEvent, 'data'>): string {
  const told = (data ?? {}) as Readonly<Record<string, unknown>>;
  const parts = [
    METHODS[String(told.method)],
    told.new_device === true ? 'new device' : undefined,
    STEPS[String(told.step)],
    told.reason === 'used before' ? 'used before' : undefined,
    typeof told.seconds === 'number' ? `for ${told.seconds} seconds` : undefined,
    typeof told.hint === 'string' ? `key ${String(told.name)} (…${told.hint})` : undefined,
    typeof told.file === 'string' ? told.file : undefined,
  ];
  return parts.filter((part) => part !== undefined).join(' · ');
}
