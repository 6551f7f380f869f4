import { messages } from '../language/messages.js';

/** Texts of the security log. */
export const texts = messages('security', {
  events: {
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
    'api_key.new_address': 'API key used from a new IP address',
    'management_key.new_address': 'Management key used from a new IP address',
    'export.downloaded': 'File exported',
  },
  steps: { password: 'wrong password', code: 'wrong code', backup_code: 'wrong backup code' },
  methods: { password: 'with a password', totp: 'with a code', backup_code: 'with a backup code' },
  newDevice: 'new device',
  usedBefore: 'used before',
  forSeconds: 'for {seconds} seconds',
  key: 'key {name} (…{hint})',
  securityLog: 'Security log',
  memberSignInsPassword:
    'Member sign-ins, password and two-factor changes, API keys used from new addresses, and exports. Kept for one year.',
  owners: 'owners',
  member: 'Member',
  noMatchingEvents: 'No matching events',
  newSignInsAppearHere: 'New sign-ins appear here.',
  apiKey: 'API key',
  managementKey: 'Management key',
  ipAddress: 'IP address',
  unknown: 'Unknown',
  device: 'Device',
});
