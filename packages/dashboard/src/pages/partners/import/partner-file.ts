import type { Answer } from '../../../api/client.js';
import { texts } from '../../../texts/partner-imports.js';

export const PATH = '/api/programs/{programId}/partners/import';

/** What the rows of a file come to. */
export type PartnerImportReport = Answer<typeof PATH, 'post'>;
export type PartnerImportRow = PartnerImportReport['rows'][number];

// As the service takes them.
export const MOST_ROWS = 2000;
/** Just below, so that what is around the text fits too. */
export const MAX_BODY_BYTES = 4 * 1024 * 1024 - 4096;

const TEMPLATE = ['email,name,group,tags,link', texts.exampleRow];

/** A file to begin with. Programs for tables take it for UTF-8 by its first character. */
export const TEMPLATE_ADDRESS = `data:text/csv;charset=utf-8,${encodeURIComponent(`\uFEFF${TEMPLATE.join('\r\n')}\r\n`)}`;
