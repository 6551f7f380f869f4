import Type, { type Static } from 'typebox';
import { FIGURES, TOTALS } from './reports.js';
import {
  Id,
  IdInput,
  IdQuery,
  nullable,
  PAGE_QUERY,
  PartnerStatus,
  pageOf,
  REPORT_DAYS,
  Time,
} from './shapes.js';

// Referral links. Contract section 5.

/** A link counts clicks while it is on and its partner is approved. */
export const LinkItem = Type.Object({
  id: Id,
  short_link: Type.String(),
  partner_id: nullable(Id),
  partner_status: nullable(PartnerStatus),
  destination_url: nullable(Type.String()),
  url: nullable(Type.String({ description: 'The destination with `aff`.' })),
  referral_url: nullable(
    Type.String({
      description:
        'The address to hand out: as `url`, or the redirecting one where `link_style` of the program is `redirect`.',
    }),
  ),
  is_active: Type.Boolean(),
  created_at: Time,
});

export const LinkPage = pageOf(LinkItem);

/** Query of the list of links; figures are of the days from `from` to `to`, the last 30 when not given. */
export const LinkQuery = Type.Object({
  partner_id: Type.Optional(IdQuery),
  ...REPORT_DAYS,
  ...PAGE_QUERY,
});

export const LinkFigures = Type.Object({
  ...LinkItem.properties,
  totals: Type.Optional(Type.Array(Type.Object(TOTALS), FIGURES)),
});

export const LinkFiguresPage = pageOf(LinkFigures);

export const LinkCreate = Type.Object({
  partner_id: IdInput,
  short_link: Type.Optional(
    Type.String({ minLength: 1, maxLength: 255, description: 'Generated if omitted.' }),
  ),
  destination_url: Type.Optional(nullable(Type.String({ maxLength: 2048 }))),
});

export const LinkUpdate = Type.Object({
  destination_url: Type.Optional(nullable(Type.String({ maxLength: 2048 }))),
  is_active: Type.Optional(Type.Boolean()),
});

export const PartnerLinkCreate = Type.Object({
  short_link: Type.Optional(Type.String({ minLength: 1, maxLength: 255 })),
  destination_url: Type.Optional(
    nullable(Type.String({ maxLength: 2048, description: 'A page of the site of the program.' })),
  ),
});

export type LinkItem = Static<typeof LinkItem>;
export type LinkFigures = Static<typeof LinkFigures>;
