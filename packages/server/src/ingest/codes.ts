import { type Code, codeIndex, type EnrollmentStatus, type Facts, inProgram } from '@svc/core';
import type { Statement } from '../database/statements.js';
import { columnsOf } from './columns.js';
import { lookUp } from './look-up.js';

/** A code or a discount that a command carries, and the program it is meant in. */
export interface WantedName {
  readonly programId: number;
  readonly name: string;
}

interface CodeRow {
  id: number;
  program_id: number;
  code: string;
  enrollment_id: number;
  partner_id: number;
  link_id: number | null;
  status: EnrollmentStatus;
  is_active: boolean;
}

const CODE_COLUMNS = `c.id, c.program_id, c.code, c.enrollment_id, c.partner_id, c.link_id, e.status,
                  c.deactivated_at is null as is_active`;

/** Adds the codes with these names to the facts, whatever the case of their letters; unknown ones are left out. */
export function loadCodes(facts: Facts, wanted: readonly WantedName[]): Statement | null {
  if (wanted.length === 0) return null;
  return {
    name: 'load-codes',
    text: `select ${CODE_COLUMNS}
             from unnest($1::bigint[], $2::text[]) as wanted (program_id, name)
             join codes c on c.program_id = wanted.program_id and upper(c.code collate "C") = wanted.name
             join enrollments e on e.id = c.enrollment_id`,
    values: columnsOf(
      wanted,
      ({ programId }) => programId,
      ({ name }) => name.toUpperCase(),
    ),
    take(rows: readonly CodeRow[]) {
      for (const row of rows) facts.codes.set(codeIndex(row.program_id, row.code), codeFromRow(row));
    },
  };
}

/** Adds to the facts which codes these discounts of the payment provider belong to. */
export function loadCodesOfDiscounts(facts: Facts, wanted: readonly WantedName[]): Statement | null {
  if (wanted.length === 0) return null;
  return {
    name: 'load-codes-of-discounts',
    text: `select ${CODE_COLUMNS}, d.processor_id
             from unnest($1::bigint[], $2::text[]) as wanted (program_id, name)
             join code_processor_ids d on d.program_id = wanted.program_id and d.processor_id = wanted.name
             join codes c on c.id = d.code_id
             join enrollments e on e.id = c.enrollment_id`,
    values: columnsOf(
      wanted,
      ({ programId }) => programId,
      ({ name }) => name,
    ),
    take(rows: readonly (CodeRow & { readonly processor_id: string })[]) {
      for (const row of rows)
        facts.codesByDiscount.set(inProgram(row.program_id, row.processor_id), codeFromRow(row));
    },
  };
}

/** Adds the names of the codes with these ids. */
export function loadCodeNames(names: Map<number, string>, ids: Iterable<number>): Statement | null {
  return lookUp<{ readonly id: number; readonly code: string }>(
    'load-code-names',
    new Set(ids),
    'select id, code from codes where id = any($1::bigint[])',
    ({ id, code }) => names.set(id, code),
  );
}

function codeFromRow(row: CodeRow): Code {
  return {
    id: row.id,
    programId: row.program_id,
    code: row.code,
    enrollmentId: row.enrollment_id,
    partnerId: row.partner_id,
    enrollmentStatus: row.status,
    linkId: row.link_id,
    isActive: row.is_active,
  };
}
