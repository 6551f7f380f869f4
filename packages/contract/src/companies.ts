import Type, { type Static } from 'typebox';
import { nullable } from './shapes.js';

// Who issues statements of payouts, and who receives them.

const Line = (maxLength: number, description: string) =>
  nullable(Type.String({ minLength: 1, maxLength, description }));

const COMPANY = {
  company_name: Line(200, 'The legal name; null: the name of the workspace or of the partner.'),
  company_address: Line(500, 'On several lines.'),
  tax_id: Line(64, 'Such as a VAT number.'),
};

/** The company of a partner, as it stands on statements. */
export const PartnerCompany = Type.Object(COMPANY);

/** The company that issues statements. */
export const WorkspaceCompany = Type.Object({
  ...COMPANY,
  self_billing: Type.Boolean({
    description: 'Statements are self-billing invoices: the company issues them in the name of its partners.',
  }),
});

/** Of one side of a statement. */
const Party = Type.Object({
  name: Type.String(),
  address: nullable(Type.String()),
  tax_id: nullable(Type.String()),
});

/** Both sides of a statement, as they were when the payout was created. */
export const StatementParties = Type.Object({
  issuer: Party,
  recipient: Party,
  self_billing: Type.Boolean(),
});

export const StatementLanguage = Type.Enum(['en', 'de']);

export const StatementQuery = Type.Object({ language: Type.Optional(StatementLanguage) });

export type PartnerCompany = Static<typeof PartnerCompany>;
export type WorkspaceCompany = Static<typeof WorkspaceCompany>;
export type StatementParties = Static<typeof StatementParties>;
export type StatementLanguage = Static<typeof StatementLanguage>;
