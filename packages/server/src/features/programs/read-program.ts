import { ProgramItem } from '@svc/contract';
import type { ClientBase, Pool } from 'pg';
import { defineRead } from '../../operations/define-operation.js';
import {
  PROGRAM_COLUMNS,
  PROGRAM_JOINS,
  type ProgramRow,
  programFromRow,
} from '../reports/program-summary.js';

/** A program as it is shown; null when there is none. */
async function findProgram(db: Pool | ClientBase, programId: number): Promise<ProgramItem | null> {
  const { rows } = await db.query<ProgramRow>(
    `select ${PROGRAM_COLUMNS} from programs p ${PROGRAM_JOINS} where p.id = $1`,
    [programId],
  );
  const row = rows[0];
  return row === undefined ? null : programFromRow(row);
}

/** A program that is known to exist. */
export async function readKnownProgram(db: Pool | ClientBase, programId: number): Promise<ProgramItem> {
  const program = await findProgram(db, programId);
  if (program === null) throw new Error(`program ${programId} is gone`);
  return program;
}

/** A program as the audit log has it: the state of a host also depends on other workspaces and on DNS. */
export function auditedProgram({ hosts: _hosts, ...program }: ProgramItem): Omit<ProgramItem, 'hosts'> {
  return program;
}

export const readProgram = defineRead({
  name: 'readProgram',
  route: 'GET /api/programs/:programId',
  permission: 'program:read',
  summary: 'A program',
  output: ProgramItem,
  run: ({ pool, scope }) => readKnownProgram(pool, scope.programId),
});
