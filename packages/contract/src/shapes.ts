import Type, { type Static, type TSchema } from 'typebox';

// What the schemas of the dashboard are made of. Amounts are integers in the smallest unit of the currency beside them,
// times are ISO 8601 in UTC, days are YYYY-MM-DD in UTC.

export const Id = Type.Integer();
export const Cents = Type.Integer();
export const Time = Type.String({ format: 'date-time' });
export const Day = Type.String({ format: 'date' });
export const Currency = Type.String({ description: 'ISO 4217, upper case.' });

// A sum over many rows can pass what JavaScript counts exactly; it is written as a JSON integer all the same.
export const Total = Type.Unsafe<bigint>(Type.Integer());

/** A value, or null. */
export function nullable<Schema extends TSchema>(schema: Schema) {
  return Type.Union([schema, Type.Null()]);
}

/** One page of a list. */
export function pageOf<Schema extends TSchema>(item: Schema) {
  return Type.Object({ data: Type.Array(item), next_cursor: nullable(Type.String()) });
}

// What is sent. Rules that no schema can express (what an address is, what an origin is) are those of the provision file.

/** A name for people: one line. */
export const NameInput = Type.String({ minLength: 1, maxLength: 200 });
export const EmailInput = Type.String({ minLength: 3, maxLength: 254, description: 'An email address.' });
export const NoteInput = Type.String({ minLength: 1, maxLength: 2000 });
/** Why somebody corrects something. Contract 2, section 12. */
export const ReasonInput = Type.String({
  minLength: 1,
  maxLength: 500,
  description: 'Shown to the partner.',
});
/** An amount above or below zero. */
export const SignedAmountInput = Type.Union([
  Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  Type.Integer({ minimum: -Number.MAX_SAFE_INTEGER, maximum: -1 }),
]);
export const AmountInput = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
export const IdInput = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });
export const CurrencyInput = Type.String({ pattern: '^[A-Z]{3}$', description: 'ISO 4217, upper case.' });

/** What a partner is in a program. */
export const PartnerStatus = Type.Enum(['pending', 'approved', 'rejected', 'suspended']);

/** The least amount that is paid out in a currency; less waits for a later payout. */
export const MinimumPayout = Type.Object({ currency: CurrencyInput, amount_cents: AmountInput });

/** The number of a row, as it stands in a query. */
export const IdQuery = Type.String({ pattern: '^[0-9]{1,15}$' });
const DayQuery = Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' });

/** Returns the first and the last day of a query, with what counts on a day in the words of `counted`. */
const daysQuery = (first: string, last: string, counted: string) => ({
  from: Type.Optional(Type.Unsafe<string>({ ...DayQuery, description: `${first} ${counted}` })),
  to: Type.Optional(Type.Unsafe<string>({ ...DayQuery, description: `${last} ${counted}` })),
});

/** What a day of every report counts. */
export const COUNTED_ON =
  'Clicks, leads, refunds and reversals count on the day they happen, sales and what they earn on the day they are recorded.';

/** Days of reports, and of figures beside rows. */
export const REPORT_DAYS = daysQuery(
  'First day (UTC); 29 days before `to` when not given.',
  'Last day (UTC), included; today when not given.',
  COUNTED_ON,
);

/** Days of lists, each by a time of its rows. */
export const daysOf = (time: string) =>
  daysQuery('First day (UTC).', 'Last day (UTC), included.', `By the time at which ${time}.`);

/** Query of every list. */
export const PAGE_QUERY = {
  limit: Type.Optional(
    Type.String({ description: 'How many rows; a positive integer, 50 when not given, at most 200.' }),
  ),
  cursor: Type.Optional(Type.String({ description: '`next_cursor` of the page before.' })),
};

/**
 * A field of a query: codes that a search finds as well, because readers know them by names in which its text stands. `what` says which
 * codes these are.
 */
export function codesFound(what: string) {
  return Type.Optional(
    Type.String({
      maxLength: 4000,
      description: `${what}, with commas between them, that \`q\` finds as well: for readers who see them under names of their own.`,
    }),
  );
}

export const PageQuery = Type.Object(PAGE_QUERY);

export type MinimumPayout = Static<typeof MinimumPayout>;
