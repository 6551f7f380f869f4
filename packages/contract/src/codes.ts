import Type, { type Static } from 'typebox';
import { FIGURES } from './reports.js';
import { Id, IdInput, IdQuery, nullable, PAGE_QUERY, PartnerStatus, pageOf, Time } from './shapes.js';

// Codes, which credit a partner without a click. Contract 2 section 11.

/** The ids that the payment provider gave the coupons and promotion codes that belong to a code. */
const ProcessorIds = Type.Array(Type.String({ minLength: 1, maxLength: 255 }), {
  maxItems: 20,
  description:
    'Ids of coupons and promotion codes of the payment provider; a payment with one of them counts as one with this code.',
});

/** A code credits while it is active and its partner is approved. */
export const CodeItem = Type.Object({
  id: Id,
  code: Type.String(),
  partner_id: Id,
  partner_status: PartnerStatus,
  link_id: nullable(Id),
  processor_ids: ProcessorIds,
  is_active: Type.Boolean(),
  created_at: Time,
});

/** A code as its partner sees it. */
export const PartnerCodeItem = Type.Pick(CodeItem, ['id', 'code', 'link_id', 'is_active', 'created_at']);

export const PartnerCodePage = pageOf(PartnerCodeItem);

/** A code in a list. */
export const CodeListItem = Type.Object({
  ...CodeItem.properties,
  sales: Type.Optional(
    Type.Integer({ description: `Credited to it so far, test sales left out. ${FIGURES.description}` }),
  ),
});

export const CodePage = pageOf(CodeListItem);

export const CodeQuery = Type.Object({ partner_id: Type.Optional(IdQuery), ...PAGE_QUERY });

export const CodeCreate = Type.Object({
  code: Type.String({
    pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{0,62}[A-Za-z0-9]$',
    description:
      'Unique in the program, whatever the case of its letters. It begins and ends with a letter or digit.',
  }),
  partner_id: IdInput,
  link_id: Type.Optional(nullable(IdInput)),
  processor_ids: Type.Optional(ProcessorIds),
});

export const CodeUpdate = Type.Object({
  is_active: Type.Optional(Type.Boolean()),
  processor_ids: Type.Optional(ProcessorIds),
});

export type PartnerCodeItem = Static<typeof PartnerCodeItem>;
export type CodeItem = Static<typeof CodeItem>;
export type CodeCreate = Static<typeof CodeCreate>;
export type CodeUpdate = Static<typeof CodeUpdate>;
