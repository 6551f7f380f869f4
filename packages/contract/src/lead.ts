import Type, { type Static } from 'typebox';
import { codeField } from './code-field.js';
import { additionalData, defineBody, type Field, isGiven, optionalText, withRule } from './fields.js';
import { occurredAtField } from './occurred-at.js';

/** The click that brought a customer. */
export const clickIdField = optionalText(
  { wrongType: 'click_id_not_string', invalid: 'click_id_invalid' },
  'From the cookie `svc_click_id`',
);

/** The integrator's own stable id of a customer. */
export const customerKeyField = optionalText(
  { wrongType: 'customer_key_not_string', invalid: 'customer_key_invalid' },
  'Your own stable id of the customer, the same at lead and at sale time; compared exactly',
);

const programIdField: Field<number | null> = {
  schema: Type.Unsafe<number | string | null>({
    type: ['integer', 'string', 'null'],
    description:
      'Without a Bearer key: the program the page belongs to, where its origin is listed by several',
  }),
  isRequired: false,
  read(given) {
    if (!isGiven(given)) return { value: null };
    const isDigits = typeof given === 'string' && /^[0-9]+$/.test(given);
    const id = isDigits ? Number(given) : given;
    return Number.isSafeInteger(id) && (id as number) >= 0
      ? { value: id as number }
      : { error: 'program_id_invalid' };
  },
};

/** Body of a lead. Specification section 4, contract section 2, lead rules 1 and 6. */
export const leadBody = defineBody(
  {
    click_id: clickIdField,
    customer_key: withRule(
      customerKeyField,
      'lead_ids_missing',
      (customerKey, body) => customerKey !== null || isGiven(body.click_id),
    ),
    code: codeField,
    email: optionalText(
      { wrongType: 'email_not_string', invalid: 'email_invalid' },
      'Improves attribution; never shown to partners',
    ),
    additional_data: additionalData,
    program_id: programIdField,
    occurred_at: occurredAtField(
      'With a Bearer key: when the visitor signed up. The click must have been within the cookie duration then',
    ),
  },
  'A visitor signed up; one of click_id and customer_key is needed, also beside a code',
);

/** Answer to a lead. */
export const LeadAnswer = Type.Object({
  success: Type.Literal(true),
  status: Type.Literal('lead'),
  click_id: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  customer_key: Type.Unsafe<string | null>({ type: ['string', 'null'] }),
  attributed: Type.Boolean({ description: 'Whether a partner is credited with the customer' }),
  test_mode: Type.Boolean(),
});
export type LeadAnswer = Static<typeof LeadAnswer>;
