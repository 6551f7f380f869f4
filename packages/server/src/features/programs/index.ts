import type { Operation } from '../../operations/operation.js';
import { archiveProgram } from './archive-program.js';
import { checkProgramHost } from './check-program-host.js';
import { createProgram } from './create-program.js';
import { listPartnerPrograms } from './list-partner-programs.js';
import { listPrograms } from './list-programs.js';
import { readPartnerProgram } from './read-partner-program.js';
import { readProgram } from './read-program.js';
import { restoreProgram } from './restore-program.js';
import { updateProgram } from './update-program.js';

/** What can be asked of programs. */
export const PROGRAMS: readonly Operation[] = [
  archiveProgram,
  checkProgramHost,
  createProgram,
  listPartnerPrograms,
  listPrograms,
  readPartnerProgram,
  readProgram,
  restoreProgram,
  updateProgram,
];
