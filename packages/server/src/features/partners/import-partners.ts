import { PartnerImport, PartnerImportReport } from '@svc/contract';
import { type Change, unchanged } from '../../operations/change.js';
import { defineOperation } from '../../operations/define-operation.js';
import { refuseArchived } from '../programs/refuse-archived.js';
import { lockRules } from '../rules/add-rule-version.js';
import { markRulesInForce } from '../rules/mark-rules-in-force.js';
import { type CheckedRow, checkRows } from './import/check-rows.js';
import { readFile } from './import/read-file.js';
import { writePartners } from './import/write-partners.js';

const MAX_BODY_BYTES = 4 * 1024 * 1024;

function reportOf(
  rows: readonly CheckedRow[],
  fileProblem: PartnerImportReport['file_problem'] = null,
): PartnerImportReport {
  const countOf = (wanted: CheckedRow['result']) => rows.filter(({ result }) => result === wanted).length;
  return {
    rows: rows.map(({ groupId: _inside, ...row }) => row),
    new_count: countOf('new'),
    known_count: countOf('known'),
    wrong_count: countOf('wrong'),
    file_problem: fileProblem,
  };
}

/**
 * Invites the partners of a file: everyone whose row is right, in one transaction. Who is a partner already stays as they are, so the same file
 * once more changes nothing. Invitations are emailed by their job.
 */
export const importPartners = defineOperation({
  name: 'importPartners',
  route: 'POST /api/programs/:programId/partners/import',
  permission: 'partner:write',
  summary: 'Invite the partners of a CSV file; with `preview`, only say what its rows come to',
  input: PartnerImport,
  output: PartnerImportReport,
  errors: ['partner_exists', 'short_link_taken', 'program_archived'],
  audit: 'partner.invite',
  maxBodyBytes: MAX_BODY_BYTES,
  async run({ client, scope, actor, input }): Promise<Change<PartnerImportReport>> {
    await refuseArchived(client, scope.programId);
    const read = await readFile(input.text);
    if ('problem' in read) return unchanged(reportOf([], read));
    // Before partners, as everything that changes both does.
    await lockRules(client, scope.programId);
    const rows = await checkRows(client, scope, read);
    const invited = rows.filter(({ result }) => result === 'new');
    if (input.preview || invited.length === 0) return unchanged(reportOf(rows));
    return { answer: reportOf(rows), ...(await writePartners(client, scope, invited, actor)) };
  },
  answerWithoutAfter: (report) => report,
  async after(call, report) {
    const hasGroup = report.rows.some(({ result, group }) => result === 'new' && group !== null);
    if (!call.input.preview && hasGroup) await markRulesInForce(call.pool, call.scope.programId);
    return report;
  },
});
