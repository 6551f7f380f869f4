import Type, { type Static } from 'typebox';
import { RuleInput } from './rules.js';
import { Id, IdInput, nullable, PartnerStatus } from './shapes.js';

// Changes of many partners of a program at once.

/** How many partners one request changes at most. */
export const MAX_BULK_PARTNERS = 1000;

const Tag = Type.String({ minLength: 1, maxLength: 100 });

/** What is done with each of them. */
export const PartnerAction = Type.Union([
  Type.Object({ type: Type.Literal('approve') }),
  Type.Object({ type: Type.Literal('reject') }),
  Type.Object({ type: Type.Literal('suspend') }),
  Type.Object(
    { type: Type.Literal('invite') },
    { description: 'Approved partners without an account get an invitation again.' },
  ),
  Type.Object({ type: Type.Literal('group'), group_id: nullable(IdInput) }),
  Type.Object({ type: Type.Literal('tag'), tag: Tag }),
  Type.Object({ type: Type.Literal('untag'), tag: Tag }),
  Type.Object({
    type: Type.Literal('rule'),
    commission: { ...nullable(RuleInput), description: 'null: that of their group or of the program.' },
  }),
]);

/** Which partners of a program a request is about: those of `ids`, or those that the list of partners finds with `filter`. */
export const PARTNER_SELECTION = {
  ids: Type.Optional(Type.Array(IdInput, { minItems: 1, maxItems: MAX_BULK_PARTNERS })),
  filter: Type.Optional(
    Type.Object({
      status: Type.Optional(nullable(PartnerStatus)),
      tag: Type.Optional(nullable(Tag)),
      group_id: Type.Optional(nullable(Type.String({ pattern: '^([0-9]{1,15}|none)$' }))),
      has_account: Type.Optional(nullable(Type.Enum(['true', 'false']))),
      q: Type.Optional(nullable(Type.String({ maxLength: 255 }))),
    }),
  ),
};

const PartnerSelection = Type.Object(PARTNER_SELECTION);

/** Body of a change of many partners. */
export const PartnerBulk = Type.Object({
  ...PARTNER_SELECTION,
  action: PartnerAction,
  preview: Type.Optional(
    Type.Boolean({ description: 'Says what would become of each, and changes nothing.' }),
  ),
});

/** Why a partner stays as they are: an action is not for partners in their status, or they have as many tags as one can have. */
export const BulkRefusal = Type.Enum(['not_an_application', 'not_approved', 'too_many_tags']);

/** What became of each, in the order of their numbers; those that were refused do not keep the others. */
export const PartnerBulkAnswer = Type.Object({
  data: Type.Array(
    Type.Object({
      id: Id,
      name: Type.String(),
      email: Type.String(),
      result: Type.Enum(['changed', 'unchanged', 'refused']),
      reason: nullable(BulkRefusal),
      invitation_url: {
        ...nullable(Type.String()),
        description:
          'The link of their invitation to hand over, under the same conditions as for a single invitation. Not repeated.',
      },
    }),
  ),
  is_cut: Type.Boolean({ description: 'The filter finds more partners: these are the newest.' }),
  mails_failed: nullable(
    Type.Integer({
      description:
        'Emails about a decision that no email server took; null: unknown, as the answer to a repeated request.',
    }),
  ),
});

export type PartnerAction = Static<typeof PartnerAction>;
export type PartnerBulkAnswer = Static<typeof PartnerBulkAnswer>;
export type PartnerSelection = Static<typeof PartnerSelection>;
