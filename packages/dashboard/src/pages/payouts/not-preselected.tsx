import { Alert } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { formatList } from '../../format/list.js';
import { texts } from '../../texts/payouts.js';
import type { DueItem } from './payee.js';
import { isPreselected } from './use-choice.js';

/**
 * Why some of those who are due are not selected until somebody selects them; nothing where all are. It stays as it is while the selection
 * changes, so that the table below does not move away from the pointer.
 */
export function NotPreselected({ due }: { readonly due: readonly DueItem[] }) {
  const items = due.filter((item) => !isPreselected(item));
  if (items.length === 0) return null;
  const suspended = items.filter(({ status }) => status !== 'approved').length;
  const missing = items.filter(({ method }) => method === null).length;
  const all = due.length;
  return (
    <Alert variant="light" color="gray" mb="sm" p="sm" icon={<IconInfoCircle size={18} aria-hidden />}>
      {texts.notSelected({
        reasons: formatList([
          ...(missing > 0 ? [texts.withoutPayoutDetails({ missing, all })] : []),
          ...(suspended > 0 ? [texts.suspendedPartners({ suspended, all })] : []),
        ]),
      })}
    </Alert>
  );
}
