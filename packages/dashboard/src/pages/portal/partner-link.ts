import type { Row } from '../../api/client.js';

/** A link of a partner's own. */
export type PartnerLink = Row<'/api/partner/programs/{programId}/links'>;
