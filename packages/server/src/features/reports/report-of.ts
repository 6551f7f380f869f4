import type { ReportAnswer, ReportOfQuery } from '@svc/contract';
import type { Pool } from 'pg';
import type { Static } from 'typebox';
import { optionalNumber } from '../../operations/optional-number.js';
import { findCode } from '../codes/find-code.js';
import { findLink, type OwnerScope } from '../links/find-link.js';
import { readDays } from './days.js';
import { loadReport } from './load-report.js';

/** A report as its query asks for it; refused where it is of a link or a code of others. */
export async function loadReportOf(
  pool: Pool,
  { programId, partnerId }: OwnerScope,
  query: Static<typeof ReportOfQuery>,
  nowMs: number,
): Promise<ReportAnswer> {
  const days = readDays(query, nowMs);
  const linkId = optionalNumber(query.link_id);
  const codeId = optionalNumber(query.code_id);
  if (linkId !== null) await findLink(pool, { programId, partnerId }, linkId);
  if (codeId !== null) await findCode(pool, { programId, partnerId }, codeId);
  return loadReport(pool, programId, days, { partnerId, linkId, codeId });
}
