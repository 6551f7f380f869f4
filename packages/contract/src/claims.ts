import Type, { type Static } from 'typebox';
import { Id, NoteInput, nullable, PAGE_QUERY, pageOf, Time } from './shapes.js';

// Claims of partners that a sale is missing. Contract section 5.

export const ClaimItem = Type.Object({
  id: Id,
  partner_id: Id,
  reference: Type.String({ description: "The customer's order, as the partner named it." }),
  note: nullable(Type.String()),
  status: Type.Enum(['open', 'accepted', 'rejected']),
  finding: Type.Enum(['unknown_order', 'credited', 'no_commission', 'credited_elsewhere', 'test_sale']),
  sale_id: nullable(Id),
  answer: nullable(Type.String()),
  created_at: Time,
  answered_at: nullable(Time),
});

export const ClaimPage = pageOf(ClaimItem);

export const ClaimQuery = Type.Object({
  status: Type.Optional(Type.Enum(['open', 'accepted', 'rejected'])),
  ...PAGE_QUERY,
});

export const ClaimAnswerInput = Type.Object({
  status: Type.Enum(['accepted', 'rejected']),
  answer: NoteInput,
});

export const ClaimCreate = Type.Object({
  reference: Type.String({ minLength: 1, maxLength: 255, description: "The customer's order." }),
  note: Type.Optional(NoteInput),
});

const { sale_id: _saleId, partner_id: _partnerId, ...partnerClaim } = ClaimItem.properties;

export const PartnerClaimItem = Type.Object({
  ...partnerClaim,
  story: Type.Array(Type.String({ description: 'What the books say, without the customer.' })),
});

export const PartnerClaimPage = pageOf(Type.Object(partnerClaim));

export type ClaimItem = Static<typeof ClaimItem>;
