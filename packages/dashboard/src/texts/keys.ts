import { messages } from '../language/messages.js';

/** Texts of the keys pages. */
export const texts = messages('keys', {
  createApiKey: 'Create API key',
  createKey: 'Create key',
  nameHint: 'Choose a name that says where the key is used.',
  shopServer: 'Shop server',
  immediately: 'Immediately',
  chooseThisIfTheKey: 'Choose this if the key was exposed.',
  in1Hour: 'In 1 hour',
  in1Day: 'In 1 day',
  in1Week: 'In 1 week',
  in30Days: 'In 30 days',
  rotateTitle: 'Rotate {name}',
  rotateKey: 'Rotate key',
  wellCreateANewKey:
    'We’ll create a new key with the same name. The old key, ending in {hint}, keeps working for the time you choose, so you can switch without downtime.',
  oldKeyExpires: 'Old key expires',
  yourNewKey: 'Your new key',
  apiKey: 'API key',
  weCantShowItAgain: 'We can’t show it again. We only store a fingerprint of it.',
  yourServerReadsItFrom: 'Your server reads it from {code}.',
  iveSavedTheKey: 'I’ve saved the key',
  keyRevoked: 'Key revoked',
  revoke: 'Revoke',
  revokeQuestion: 'Revoke {name}?',
  theKeyEndingInStops:
    'The key ending in {hint} stops working immediately, everywhere. This can’t be undone. To switch without downtime, rotate it instead.',
  revokeKey: 'Revoke key',
  revokeKeyNamed: 'Revoke {name} …{hint}',
  apiKeysSvc: 'API keys · svc',
  ownersAndAdmins: 'owners and admins',
  yourServerUsesAnApi:
    'Your server uses an API key to report sales. Keep keys out of web pages and repositories. Use a separate key for each server, so you can replace one without affecting the others.',
  noApiKeysYet: 'No API keys yet',
  createOneForYourServer: 'Create one for your server to start reporting sales.',
  key: 'Key',
  lastUsed: 'Last used',
  never: 'Never',
  rotate: 'Rotate',
  rotateKeyNamed: 'Rotate {name} …{hint}',
  expires: 'Expires',
});
