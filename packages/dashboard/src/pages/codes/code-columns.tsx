import type { Row } from '../../api/client.js';
import { formatCount } from '../../format/number.js';
import { texts } from '../../texts/codes.js';
import { common } from '../../texts/common.js';
import { texts as linkTexts } from '../../texts/links.js';
import type { Column } from '../../ui/data-table.js';
import { Identifier } from '../../ui/identifier.js';
import { PartnerName } from '../../ui/partner-name.js';
import { StatusBadge } from '../../ui/status-badge.js';
import { Time } from '../../ui/time.js';
import type { Code } from './code.js';

/** A code in a list. */
export const CODE_COLUMNS: readonly Column<Row<'/api/programs/{programId}/codes'>>[] = [
  { key: 'code', header: texts.code, sort: 'code', cell: ({ code }) => <Identifier>{code}</Identifier> },
  { key: 'partner', header: common.partner, cell: ({ partner_id: id }) => <PartnerName partnerId={id} /> },
  { key: 'status', header: common.status, cell: (code) => <CodeStatus code={code} /> },
  { key: 'sales', header: common.sales, align: 'end', cell: ({ sales }) => formatCount(sales ?? 0) },
  {
    key: 'processor',
    onPhone: 'hidden',
    header: texts.processorIds,
    cell: ({ processor_ids: ids }) => (ids.length === 0 ? texts.noProcessorIds : ids.join(', ')),
  },
  {
    key: 'created',
    header: common.created,
    sort: '-created_at',
    cell: ({ created_at }) => <Time at={created_at} form="date" />,
  },
];

/** Whether a code credits: it has to be on, and its partner approved. */
export function CodeStatus({ code }: { readonly code: Code }) {
  if (!code.is_active) return <StatusBadge status="disabled" />;
  return code.partner_status === 'approved' ? (
    <StatusBadge status="active" />
  ) : (
    <StatusBadge status="suspended" label={linkTexts.paused} />
  );
}
