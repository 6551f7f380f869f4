import type { Pool } from 'pg';
import { setLogo } from '../../src/features/branding/set-logo.js';
import { createCode } from '../../src/features/codes/create-code.js';
import { updateCode } from '../../src/features/codes/update-code.js';
import { createGroup } from '../../src/features/groups/create-group.js';
import { updatePartner } from '../../src/features/partners/update-partner.js';
import { perform } from '../support/operations.js';
import { type SeededProgram, uniqueName } from '../support/seed.js';

const PNG = Buffer.from('\x89PNG\r\n\x1a\nlogo', 'latin1').toString('base64');

/** A program's partner with codes that leads and sales can name. */
export interface ProgramWithCodes extends SeededProgram {
  readonly codes: readonly string[];
}

/** Two codes of the partner of each program, one of them under a promotion code's id. */
export async function withCodes(pool: Pool, programs: readonly SeededProgram[]): Promise<ProgramWithCodes[]> {
  const made: ProgramWithCodes[] = [];
  for (const program of programs) {
    const { programId, partnerId } = program;
    const codes = [uniqueName('CODE'), uniqueName('CODE')];
    for (const [index, code] of codes.entries()) {
      const ids = index === 0 ? [] : [uniqueName('promo')];
      const input = { code, partner_id: partnerId, processor_ids: ids };
      await perform({ pool }, createCode, { programId, input });
    }
    made.push({ ...program, codes });
  }
  return made;
}

/** What people set up beside what is recorded; each of it is in a table or a column of its own. */
export async function recordSettings(pool: Pool, program: ProgramWithCodes): Promise<void> {
  const { programId, workspaceId } = program;
  await perform({ pool }, setLogo, { workspaceId, input: { content: PNG } });
  await setGroup(pool, program);
  await turnCodeOff(pool, program);
  await addTexts(pool, program);
  await pool.query(
    `with added as (
       insert into assets (program_id, kind, name, file_name, media_type, size_bytes)
       values ($1, 'file', 'Logo', 'logo.png', 'image/png', 3) returning id
     ) insert into asset_chunks (asset_id, position, content) select id, 0, '\\x8900ff'::bytea from added`,
    [programId],
  );
  await pool.query(
    `update programs set payout_schedule = '{"every":"week","day":1}', next_payout_at = '2099-01-05T08:00:00Z' where id = $1`,
    [programId],
  );
  await pool.query(
    `insert into notification_settings (user_id, kind, delivery)
     select user_id, 'claim_received', 'app' from partners where id = $1`,
    [program.partnerId],
  );
  await pool.query(`update workspaces set time_zone = 'Pacific/Auckland' where id = $1`, [workspaceId]);
}

async function setGroup(pool: Pool, { programId, partnerId }: ProgramWithCodes): Promise<void> {
  const commission = { type: 'percent', basis_points: 2_500 } as const;
  const group = await perform({ pool }, createGroup, { programId, input: { name: 'Gold', commission } });
  const input = { group_id: group.id, tags: ['vip', 'ünïcode tag'] };
  await perform({ pool }, updatePartner, { programId, params: { id: partnerId }, input });
}

async function turnCodeOff(pool: Pool, { programId, codes }: ProgramWithCodes): Promise<void> {
  const { rows } = await pool.query<{ id: number }>(
    'select id from codes where program_id = $1 and code = $2',
    [programId, codes[0]],
  );
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('the program has no code');
  await perform({ pool }, updateCode, { programId, params: { id }, input: { is_active: false } });
}

async function addTexts(pool: Pool, { programId, partnerId, enrollmentId }: ProgramWithCodes): Promise<void> {
  const question = { id: 'q1', kind: 'text', label: 'Wo "schreibst" du?', required: true };
  await pool.query('update programs set application_questions = $2 where id = $1', [
    programId,
    JSON.stringify([question]),
  ]);
  await pool.query(
    'insert into partner_applications (enrollment_id, website, message, answers) values ($1, $2, $3, $4)',
    [
      enrollmentId,
      'https://blog.test',
      'Hi\nthere',
      JSON.stringify([{ question_id: 'q1', question: question.label, answer: 'ünïcode\n' }]),
    ],
  );
  await pool.query(
    `insert into partner_notes (program_id, enrollment_id, user_email, body) values ($1, $2, 'a@b.test', 'Met at the fair')`,
    [programId, enrollmentId],
  );
  await pool.query(
    `with made as (insert into partner_messages (program_id, user_email, subject, body, recipient_count)
                   values ($1, 'a@b.test', 'Spring', E'Hi all,\\n\\nit is spring.', 1) returning id)
     insert into partner_message_recipients (message_id, partner_id, no_email) select id, $2, 'no_account' from made`,
    [programId, partnerId],
  );
}
