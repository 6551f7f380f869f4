import { expect, test } from 'vitest';
import { type Notification, placeOf, textOf } from '../src/shell/notification.js';

const DIGEST: Notification = {
  id: 1,
  kind: 'weekly_digest',
  workspace_id: 4,
  workspace: 'Acme',
  program_id: 3,
  program: 'Acme Partners',
  partner_id: null,
  partner: null,
  object_id: 4,
  reference: null,
  subject: null,
  status: null,
  count: 1,
  amount_cents: null,
  currency: null,
  week: { from: '2026-11-16', to: '2026-11-22', clicks: 1412, sales: 1 },
  happened_at: '2026-11-23T07:00:00.000Z',
  is_read: false,
};

/** ICU writes thin spaces around the dash. */
const plain = (text: string) => text.replaceAll(/\s/g, ' ');

test('a weekly digest names its week and figures, and leads to the overview of that week', () => {
  expect(plain(textOf(DIGEST))).toBe('Week of Nov 16 – 22 in Acme: 1,412 clicks, 1 sale');
  expect(placeOf(DIGEST)).toEqual({ to: '/p/3/overview', search: { period: '2026-11-16..2026-11-22' } });
});

test('a weekly digest of several programs leads to their list, and one without figures says why it is there', () => {
  const quiet = { from: '2026-12-28', to: '2027-01-03', clicks: 0, sales: 0 };
  const one: Notification = { ...DIGEST, program_id: null, program: null, week: quiet };
  expect(plain(textOf(one))).toBe(
    'Week of Dec 28, 2026 – Jan 3, 2027 in Acme: something needs your attention',
  );
  expect(placeOf(one)).toEqual({ to: '/w/4' });
});

test('a message says from whom it is and what it is about, and leads to its text', () => {
  const one: Notification = {
    ...DIGEST,
    kind: 'partner_message',
    object_id: 12,
    subject: 'Spring sale',
    week: null,
  };
  expect(textOf(one)).toBe('Message from Acme Partners: Spring sale');
  expect(placeOf(one)).toEqual({ to: '/partner/3/messages', search: { message: '12' } });
});
