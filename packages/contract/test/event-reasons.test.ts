import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ENGLISH } from '../src/event-reasons/english.js';
import {
  EVENT_REASON_CODES,
  type EventReasonCode,
  type EventReasonParameters,
  eventReasonText,
  renderEventReason,
} from '../src/event-reasons/event-reasons.js';
import { GERMAN } from '../src/event-reasons/german.js';

const LANGUAGES = ['en', 'de'] as const;

const cents = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER });
const currency = fc.constantFrom('USD', 'EUR', 'JPY', 'KWD');
const name = fc.stringMatching(/^[a-z]{2,6}_[A-Za-z0-9]{4,12}$/);
const isTriedAgain = { is_tried_again: fc.boolean() };
const code = fc.option(fc.stringMatching(/^[A-Z]{4,8}$/));
const sale = { transaction_id: name, amount_cents: cents, currency, is_test: fc.boolean() };
const affected = { transaction_id: name, is_held: fc.boolean() };
const refund = { ...affected, changed_cents: cents, refunded_cents: cents, currency };

type Arbitraries = {
  readonly [Code in EventReasonCode]: {
    readonly [Name in keyof EventReasonParameters[Code]]: fc.Arbitrary<EventReasonParameters[Code][Name]>;
  };
};

/** All parameters that each code can have. */
const PARAMETERS: Arbitraries = {
  sale_recorded: { ...sale, commission_cents: fc.option(cents), commission_currency: fc.option(currency) },
  sale_commission_pending: sale,
  sale_known: {},
  checkout_credited: {
    after: fc.constantFrom('checkout_unpaid', 'checkout_free', 'invoice_free', null),
  },
  refund_counted: refund,
  refund_undone: refund,
  payment_unchanged: affected,
  payment_linked: affected,
  sale_awaited: {},
  sale_arrived: {},
  sale_never_came: {},
  two_sales: {},
  refund_other_currency: { transaction_id: name },
  customer_unknown: isTriedAgain,
  payer_unknown: isTriedAgain,
  click_unknown: isTriedAgain,
  click_expired: isTriedAgain,
  code_unknown: { ...isTriedAgain, code },
  partner_not_approved: { ...isTriedAgain, code },
  other_program: isTriedAgain,
  no_partner: {},
  no_metadata: {},
  program_archived: {},
  no_program: {},
  program_missing: {},
  program_elsewhere: { program_id: fc.nat() },
  keys_missing: {},
  no_keys: {
    provider: fc.constantFrom('stripe', 'another'),
    kind: fc.constantFrom('checkout', 'subscription_start', 'renewal', 'invoice'),
  },
  checkout_unpaid: {},
  checkout_free: {},
  checkout_saved_method: {},
  invoice_free: {},
  credit_note_empty: {},
  charge_not_refunded: {},
  invoice_payment_unnamed: {},
  no_payment: {},
  other_type: { type: name },
  unknown_layout: {
    object: fc.constantFrom('checkout', 'invoice', 'credit_note', 'refund', 'dispute'),
    lacks: fc.constantFrom('id', 'amount', 'currency'),
  },
  thin_event: {},
  invalid_event: {},
  unknown_provider: { provider: name },
  no_account: {},
  account_unknown: { account_id: name },
  connection_inactive: { status: fc.constantFrom('not_connected', 'pending', 'disconnected', 'removed') },
  account_event: {},
  account_test_mode: {},
  account_connected: {},
  account_restricted: {},
  account_outdated: {},
  account_disconnected: {},
  account_already_disconnected: {},
  arrived: {},
  not_recorded_yet: {},
  service_error: { attempts: fc.integer({ min: 1, max: 99 }) },
  text: { text: fc.constant('It was ignored.') },
};

describe('reasons of payment events', () => {
  test.each(EVENT_REASON_CODES)('renders %s as whole sentences in each language', (one) => {
    const arbitrary = fc.record(PARAMETERS[one] as Record<string, fc.Arbitrary<unknown>>);
    fc.assert(
      fc.property(arbitrary, (parameters) => {
        // As they come from the database.
        const stored = { code: one, parameters: JSON.parse(JSON.stringify(parameters)) };
        const [english, german] = LANGUAGES.map((language) => renderEventReason(stored, language));
        for (const text of [english?.message, english?.fix, german?.message, german?.fix]) {
          if (text != null) expect(text).toMatch(/^(?!.*(undefined|null|NaN|\[object)).*\.$/);
        }
        expect(english?.fix === null).toBe(german?.fix === null);
        if (one !== 'text') expect(english?.message).not.toBe(german?.message);
      }),
    );
  });

  test('shows the names and amounts in its parameters', () => {
    const parameters = {
      transaction_id: 'pi_1',
      amount_cents: 123_450,
      currency: 'EUR',
      is_test: false,
      commission_cents: 24_690,
      commission_currency: 'EUR',
    };
    const reason = { code: 'sale_recorded', parameters };
    expect(eventReasonText(reason)).toBe(
      'Recorded as sale pi_1 of 1,234.50 EUR; the commission is 246.90 EUR.',
    );
    expect(eventReasonText(reason, 'de')).toBe(
      'Als Verkauf pi_1 über 1.234,50 EUR erfasst; die Provision beträgt 246,90 EUR.',
    );
  });

  test('shows the code of a newer version as it is', () => {
    for (const newer of ['of_the_future', 'constructor', '__proto__']) {
      expect(eventReasonText({ code: newer, parameters: { a: 1 } }, 'de')).toBe(newer);
    }
  });

  test('has the same codes in each language', () => {
    expect(Object.keys(GERMAN)).toEqual(Object.keys(ENGLISH));
  });
});
