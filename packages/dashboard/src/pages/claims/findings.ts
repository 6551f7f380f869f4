import type { Row } from '../../api/client.js';
import { texts } from '../../texts/claims.js';

type Finding = Row<'/api/programs/{programId}/claims'>['finding'];

/** What the books say of an order, short for a list and in full. */
export const FINDINGS: Readonly<Record<Finding, { readonly short: string; readonly full: string }>> =
  texts.findings;
