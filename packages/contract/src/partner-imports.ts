import Type, { type Static } from 'typebox';
import { nullable } from './shapes.js';

// Partners of a CSV file, invited at once.

/** How many partners one file has at most. */
export const MAX_IMPORT_PARTNERS = 2000;

/** The columns of a file; the first one is needed. */
export const PARTNER_COLUMNS = ['email', 'name', 'group', 'tags', 'link'] as const;

/** Body of an import of partners. */
export const PartnerImport = Type.Object({
  text: Type.String({
    minLength: 1,
    description: `The file: CSV with comma, semicolon or tab, a line of column names, and up to ${MAX_IMPORT_PARTNERS} rows. Columns: \`email\`, and any of \`name\`, \`group\` (its name), \`tags\` (separated by semicolons or commas), \`link\` (the short link of their first link).`,
  }),
  preview: Type.Optional(Type.Boolean({ description: 'Says what each row comes to, and invites nobody.' })),
});

/** What is wrong with a row, which then invites nobody. */
export const PartnerRowProblem = Type.Enum([
  'email_invalid',
  'duplicate',
  'name_invalid',
  'group_unknown',
  'group_not_permitted',
  'tags_invalid',
  'link_invalid',
  'link_taken',
  'cell_rewritten',
]);

const FileProblem = Type.Enum(['not_csv', 'no_email_column', 'no_rows', 'too_many_rows']);

/** What the rows of a file came to, or would. */
export const PartnerImportReport = Type.Object({
  rows: Type.Array(
    Type.Object({
      line: Type.Integer({ description: '1 is that of the column names.' }),
      email: Type.String(),
      name: Type.String({ description: 'The address, where the file has none.' }),
      group: nullable(Type.String()),
      tags: Type.Array(Type.String()),
      link: nullable(Type.String()),
      result: Type.Enum(['new', 'known', 'wrong'], {
        description: '`known`: a partner of the program already, who stays as they are. `wrong`: left out.',
      }),
      problem: nullable(PartnerRowProblem),
      value: nullable(Type.String({ description: 'The cell that is wrong.' })),
    }),
  ),
  new_count: Type.Integer(),
  known_count: Type.Integer(),
  wrong_count: Type.Integer(),
  file_problem: nullable(
    Type.Object(
      { problem: FileProblem, line: nullable(Type.Integer()) },
      { description: 'Why no row was read.' },
    ),
  ),
});

export type PartnerImportReport = Static<typeof PartnerImportReport>;
export type PartnerImportRow = PartnerImportReport['rows'][number];
