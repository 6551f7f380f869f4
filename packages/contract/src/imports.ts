import Type, { type Static } from 'typebox';
import { Currency, Id, nullable, PageQuery, pageOf, Time, Total } from './shapes.js';
import { TEXT_ENCODINGS } from './text-encoding.js';

// History of another system, imported from files of it. Contract 2 section 15.

/** What a file has a row of. */
export const ImportKind = Type.Enum(['partners', 'customers', 'sales', 'commissions']);
export type ImportKind = Static<typeof ImportKind>;

export const IMPORT_KINDS: readonly ImportKind[] = ['partners', 'customers', 'sales', 'commissions'];

/** The systems that mappings are ready for, as `--mapping` and `system` name them. */
export const IMPORT_SYSTEMS = ['rewardful', 'firstpromoter', 'tolt', 'dub', 'partnerstack'] as const;
export type ImportSystem = (typeof IMPORT_SYSTEMS)[number];

const Columns = Type.Record(
  Type.String(),
  Type.Union([Type.String({ minLength: 1 }), Type.Array(Type.String({ minLength: 1 }), { minItems: 1 })]),
  {
    description:
      'By field, the name of the column, or several, of which the first one that is not empty counts. Case, spaces and punctuation of names do not matter.',
  },
);
const Statuses = Type.Record(Type.String(), Type.String(), {
  description: 'By what the file says, in any case, what it means here. `skip`: the row is left out.',
});

/** Where files of a system have what. */
export const ImportMapping = Type.Object(
  {
    system: Type.String({ minLength: 1, maxLength: 100, description: 'What people call it.' }),
    currency: Type.Optional(
      Type.String({
        pattern: '^[A-Z]{3}$',
        description: "Of rows that name none; the program's when not given.",
      }),
    ),
    dates: Type.Optional(
      Type.Enum(['iso', 'mdy', 'dmy'], {
        description:
          '`mdy`: 12/31/2026; `dmy`: 31/12/2026. Default: `iso`, or seconds or milliseconds since 1970.',
      }),
    ),
    decimal_comma: Type.Optional(Type.Boolean({ description: 'Amounts are written like 1.234,56.' })),
    partners: Type.Optional(Type.Object({ columns: Columns, statuses: Type.Optional(Statuses) })),
    customers: Type.Optional(Type.Object({ columns: Columns, statuses: Type.Optional(Statuses) })),
    sales: Type.Optional(Type.Object({ columns: Columns, statuses: Type.Optional(Statuses) })),
    commissions: Type.Optional(Type.Object({ columns: Columns, statuses: Type.Optional(Statuses) })),
  },
  { additionalProperties: false },
);
export type ImportMapping = Static<typeof ImportMapping>;

/** Body of an import. */
export const ImportCreate = Type.Object({
  mapping: Type.Union([Type.Enum([...IMPORT_SYSTEMS]), ImportMapping]),
  files: Type.Array(
    Type.Object({
      kind: ImportKind,
      name: Type.String({ minLength: 1, maxLength: 255 }),
      text: Type.String({ description: 'The file: CSV with a line of column names.' }),
      encoding: Type.Optional(
        Type.Enum([...TEXT_ENCODINGS], {
          description: 'The encoding that the file was in, for the notes of the report.',
        }),
      ),
    }),
    { minItems: 1, maxItems: 4 },
  ),
  preview: Type.Optional(Type.Boolean({ description: 'Only say what would be imported.' })),
});

const Counts = Type.Object({
  partners: Type.Integer(),
  customers: Type.Integer(),
  sales: Type.Integer(),
  refunds: Type.Integer(),
  commissions: Type.Integer(),
});
export type ImportCounts = Static<typeof Counts>;

/** Sums of one currency, from the files. */
export const ImportSums = Type.Object({
  currency: Currency,
  sales: Type.Integer(),
  sales_cents: Total,
  refunded_cents: Total,
  commissions: Type.Integer(),
  unpaid_cents: Type.Unsafe<bigint>(Type.Integer({ description: 'Commissions that were not paid yet.' })),
  paid_cents: Type.Unsafe<bigint>(Type.Integer({ description: 'Commissions that were paid.' })),
});
export type ImportSums = Static<typeof ImportSums>;

/** A partner of the files, with what the rows of the files come to, and what the file of partners says itself. */
export const ImportPartner = Type.Object({
  email: Type.String(),
  name: Type.String(),
  is_new: Type.Boolean(),
  customers: Type.Integer(),
  sums: Type.Array(ImportSums),
  differences: Type.Array(Type.String(), {
    description: 'Where the file of partners has another sum than the rows of the other files.',
  }),
});
export type ImportPartner = Static<typeof ImportPartner>;

/** What is wrong with a cell of a file. `line`: 1 is that of the column names. */
export const ImportProblem = Type.Object({
  file: Type.String(),
  line: Type.Integer(),
  column: nullable(Type.String()),
  problem: Type.String(),
});
export type ImportProblem = Static<typeof ImportProblem>;

/** What was imported, or would be. Where there are problems, nothing is. */
export const ImportReport = Type.Object({
  system: Type.String(),
  import_id: nullable(Id),
  files: Type.Array(Type.Object({ name: Type.String(), kind: ImportKind, rows: Type.Integer() })),
  new: Counts,
  known: Type.Object(Counts.properties, { description: 'Rows that are here already, and stay as they are.' }),
  partners: Type.Array(ImportPartner),
  totals: Type.Array(ImportSums),
  notes: Type.Array(Type.String()),
  problems: Type.Array(ImportProblem),
  problem_count: Type.Integer({ description: 'Of which `problems` has the first 100.' }),
});
export type ImportReport = Static<typeof ImportReport>;

/** An import that was made. */
export const ImportItem = Type.Object({
  id: Id,
  system: Type.String(),
  files: Type.Array(Type.Object({ name: Type.String(), kind: ImportKind, rows: Type.Integer() })),
  ...Counts.properties,
  finished: Type.Boolean({
    description:
      'False while it is written, and where that ended in the middle. Importing the same files again completes it, and doubles nothing.',
  }),
  imported_by: Type.String(),
  created_at: Time,
});
export type ImportItem = Static<typeof ImportItem>;

export const ImportPage = pageOf(ImportItem);
export const ImportQuery = PageQuery;
