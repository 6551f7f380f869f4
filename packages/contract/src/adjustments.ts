import Type, { type Static } from 'typebox';
import {
  Currency,
  CurrencyInput,
  Id,
  IdInput,
  IdQuery,
  nullable,
  PAGE_QUERY,
  pageOf,
  ReasonInput,
  SignedAmountInput,
  Time,
} from './shapes.js';

// Bonuses and deductions that people give partners. Contract 2, section 12.

export const AdjustmentItem = Type.Object({
  id: Id,
  partner_id: Id,
  amount_cents: Type.Integer({ description: 'Below zero: a deduction.' }),
  currency: Currency,
  reason: Type.String({ description: 'The partner reads it, too.' }),
  status: Type.Enum(['pending', 'payable', 'paid'], {
    description: '`paid`: it is in a payout, which paid the bonus or settled the deduction.',
  }),
  payable_at: Time,
  payout_id: nullable(Id),
  reverses_id: nullable(Type.Integer({ description: 'The adjustment that this one reverses.' })),
  reversed_by_id: nullable(Type.Integer({ description: 'The adjustment that reverses this one.' })),
  created_by: Type.String(),
  created_at: Time,
});

export const AdjustmentPage = pageOf(AdjustmentItem);

export const AdjustmentQuery = Type.Object({ partner_id: Type.Optional(IdQuery), ...PAGE_QUERY });

export const AdjustmentCreate = Type.Object({
  partner_id: IdInput,
  amount_cents: SignedAmountInput,
  currency: CurrencyInput,
  reason: ReasonInput,
  payable_at: Type.Optional(
    nullable(
      Type.String({
        maxLength: 40,
        description: 'From when it counts for payouts, ISO 8601; UTC when no offset is given. Default: now.',
      }),
    ),
  ),
});

export const AdjustmentReverse = Type.Object({ reason: ReasonInput });

const { partner_id: _partnerId, created_by: _createdBy, ...partnerAdjustment } = AdjustmentItem.properties;

/** An adjustment as the partner sees it. */
export const PartnerAdjustmentItem = Type.Object(partnerAdjustment);

export const PartnerAdjustmentPage = pageOf(PartnerAdjustmentItem);

export type AdjustmentItem = Static<typeof AdjustmentItem>;
