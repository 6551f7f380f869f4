import Type, { type Static } from 'typebox';
import { PARTNER_SELECTION } from './partner-bulk.js';
import { Id, nullable, PAGE_QUERY, pageOf, Time } from './shapes.js';

// Messages of a team to partners of a program.

export const MAX_MESSAGE_SUBJECT = 150;
export const MAX_MESSAGE_BODY = 5000;

/** Body of a message: to those of `ids`, or to those that the list of partners finds with `filter`. */
export const PartnerMessageCreate = Type.Object({
  ...PARTNER_SELECTION,
  subject: Type.String({
    minLength: 1,
    maxLength: MAX_MESSAGE_SUBJECT,
    description: 'One line, without spaces around it.',
  }),
  body: Type.String({
    minLength: 1,
    maxLength: MAX_MESSAGE_BODY,
    description: 'Plain text; paragraphs are separated by an empty line.',
  }),
  preview: Type.Optional(Type.Boolean({ description: 'Says who would get it and how, and sends nothing.' })),
});

/** Why a message is in the portal alone. */
const NoEmail = Type.Enum(['no_account', 'emails_off', 'no_email_server'], {
  description:
    '`no_account`: they have not accepted their invitation. `emails_off`: they have turned off emails of this kind. `no_email_server`: the service has none.',
});

export const PartnerMessageSent = Type.Object({
  message_id: nullable({ ...Id, description: 'null: a preview, or nobody gets it.' }),
  data: Type.Array(
    Type.Object({
      id: Id,
      name: Type.String(),
      result: Type.Enum(['emailed', 'portal_only', 'refused'], {
        description:
          '`emailed`: in the portal and by email. `portal_only`: in the portal. `refused`: not at all.',
      }),
      reason: nullable(Type.Enum(['no_account', 'emails_off', 'no_email_server', 'not_approved'])),
    }),
  ),
  is_cut: Type.Boolean({ description: 'The filter finds more partners: these are the newest.' }),
});

/** A message that a partner got, as the team sees it. */
export const MessageToPartner = Type.Object({
  id: Id,
  subject: Type.String(),
  body: Type.String(),
  by: Type.String({
    description: 'The email address of the member, or the name of the management key, that sent it.',
  }),
  recipient_count: Type.Integer({ description: 'How many partners got it.' }),
  no_email: nullable(NoEmail),
  created_at: Time,
});

export const MessageToPartnerPage = pageOf(MessageToPartner);
export const MessageToPartnerQuery = Type.Object(PAGE_QUERY);

/** A message as its recipient sees it. */
export const PartnerMessage = Type.Object({
  id: Id,
  subject: Type.String(),
  body: Type.String(),
  created_at: Time,
});

export const PartnerMessagePage = pageOf(PartnerMessage);

export type PartnerMessageSent = Static<typeof PartnerMessageSent>;
export type MessageToPartner = Static<typeof MessageToPartner>;
export type PartnerMessage = Static<typeof PartnerMessage>;
