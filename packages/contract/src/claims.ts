import Type, { type Static } from 'typebox';
import { AdjustmentCreate } from './adjustments.js';
import { CustomerAssign } from './customers.js';
import { SaleCreate } from './sales.js';
import { Id, IdInput, NoteInput, nullable, PAGE_QUERY, pageOf, ReasonInput, Time } from './shapes.js';
import { StoryStep } from './story/steps.js';

// Claims of partners that a sale is missing. Contract section 5.

/** What the answer to a claim corrected with it. */
const CORRECTION = {
  type: Type.Enum(['assign', 'sale', 'adjustment']),
  amount_cents: nullable(Type.Integer({ description: 'Of an adjustment, in the smallest unit.' })),
  currency: nullable(Type.String()),
};

export const ClaimItem = Type.Object({
  id: Id,
  partner_id: Id,
  reference: Type.String({ description: "The customer's order, as the partner named it." }),
  note: nullable(Type.String()),
  status: Type.Enum(['open', 'accepted', 'rejected']),
  finding: Type.Enum(['unknown_order', 'credited', 'no_commission', 'credited_elsewhere', 'test_sale']),
  sale_id: nullable(Id),
  answer: nullable(Type.String()),
  correction: nullable(
    Type.Object({
      ...CORRECTION,
      id: Type.Integer({ description: 'Of the customer who was assigned, the sale or the adjustment.' }),
    }),
  ),
  created_at: Time,
  answered_at: nullable(Time),
});

export const ClaimPage = pageOf(ClaimItem);

export const ClaimQuery = Type.Object({
  status: Type.Optional(Type.Enum(['open', 'accepted', 'rejected'])),
  ...PAGE_QUERY,
});

/** In an action, the partner is that of the claim, and the answer is the reason where there is none. */
const OF_CLAIM = { partner_id: Type.Optional(IdInput), reason: Type.Optional(ReasonInput) };

/** What answering a claim does about it. Contract 2, section 12. */
export const ClaimAction = Type.Union([
  Type.Object({
    type: Type.Literal('assign'),
    customer_id: IdInput,
    from: CustomerAssign.properties.from,
    reason: OF_CLAIM.reason,
  }),
  Type.Object({
    type: Type.Literal('sale'),
    ...SaleCreate.properties,
    ...OF_CLAIM,
    transaction_id: Type.Optional(SaleCreate.properties.transaction_id),
  }),
  Type.Object({ type: Type.Literal('adjustment'), ...AdjustmentCreate.properties, ...OF_CLAIM }),
]);

export const ClaimAnswerInput = Type.Object({
  status: Type.Enum(['accepted', 'rejected']),
  answer: NoteInput,
  action: Type.Optional(nullable(ClaimAction)),
});

export const ClaimCreate = Type.Object({
  reference: Type.String({ minLength: 1, maxLength: 255, description: "The customer's order." }),
  note: Type.Optional(NoteInput),
});

export const ClaimCheck = Type.Object({ reference: ClaimCreate.properties.reference });

const {
  sale_id: _saleId,
  partner_id: _partnerId,
  correction: _correction,
  ...partnerClaim
} = ClaimItem.properties;

export const PartnerClaimItem = Type.Object({
  ...partnerClaim,
  correction: nullable(Type.Object(CORRECTION)),
  story: Type.Array(Type.String({ description: 'What the books say, without the customer.' })),
  steps: Type.Array(StoryStep, {
    description:
      'What `story` says, to be shown in other words; none where no sale of the partner was found.',
  }),
});

/** What is recorded of an order that a partner has not claimed, or has. */
export const ClaimChecked = Type.Object({
  finding: ClaimItem.properties.finding,
  claim_id: nullable(Type.Integer({ description: 'The claim that the partner has made for it.' })),
  story: PartnerClaimItem.properties.story,
  steps: PartnerClaimItem.properties.steps,
});

export const PartnerClaimPage = pageOf(Type.Object(partnerClaim));

export type ClaimItem = Static<typeof ClaimItem>;
