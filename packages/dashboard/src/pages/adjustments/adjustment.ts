import type { Row } from '../../api/client.js';

/** A bonus or a deduction as the team sees it. */
export type Adjustment = Row<'/api/programs/{programId}/adjustments'>;
