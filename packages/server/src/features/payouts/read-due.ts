import { DueAnswer } from '@svc/contract';
import { defineRead } from '../../operations/define-operation.js';
import { readKnownProgram } from '../programs/read-program.js';
import { loadDue } from './load-due.js';

export const readDue = defineRead({
  name: 'readDue',
  route: 'GET /api/programs/:programId/payouts/due',
  permission: 'report:read',
  summary: 'What is due to each partner, per currency',
  output: DueAnswer,
  async run({ pool, scope: { programId }, services: { encryption } }) {
    const program = await readKnownProgram(pool, programId);
    return { minimum_cents: program.minimum_payout_cents, data: await loadDue(pool, programId, encryption) };
  },
});
