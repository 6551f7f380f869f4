import { Alert, Anchor } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { formatList } from '../../format/list.js';
import { useCan, useProgram } from '../../session/session.js';
import { texts } from '../../texts/payouts.js';
import type { DueItem } from './payee.js';
import { isPreselected } from './use-choice.js';

// Loaded when somebody wants to write.
const MessageDrawer = lazy(() =>
  import('../partners/messages/message-drawer.js').then(({ MessageDrawer }) => ({ default: MessageDrawer })),
);

/**
 * Why some of those who are due are not selected until somebody selects them; nothing where all are. It stays as it is while the selection
 * changes, so that the table below does not move away from the pointer.
 */
export function NotPreselected({ due }: { readonly due: readonly DueItem[] }) {
  const isScheduled = useProgram().payout_schedule !== null;
  const items = due.filter((item) => !isPreselected(item));
  if (items.length === 0) return null;
  const suspended = items.filter(({ status }) => status !== 'approved').length;
  const withoutDetails = items.filter(({ method }) => method === null);
  const missing = withoutDetails.length;
  const all = due.length;
  return (
    <Alert variant="light" color="gray" mb="sm" p="sm" icon={<IconInfoCircle size={18} aria-hidden />}>
      {texts.notSelected({
        reasons: formatList([
          ...(missing > 0 ? [texts.withoutPayoutDetails({ missing, all })] : []),
          ...(suspended > 0 ? [texts.suspendedPartners({ suspended, all })] : []),
        ]),
      })}{' '}
      {isScheduled && texts.scheduledRunsLeaveThemOut}{' '}
      {missing > 0 && <AskForDetails partnerIds={withoutDetails.map((item) => item.partner_id)} />}
    </Alert>
  );
}

/** Writes to partners whose payout details are missing; with a text to begin with. */
function AskForDetails({ partnerIds }: { readonly partnerIds: readonly number[] }) {
  const mayWrite = useCan('partner:write');
  const [isOpen, setIsOpen] = useState(false);
  if (!mayWrite) return null;
  const close = () => setIsOpen(false);
  return (
    <>
      <Anchor component="button" type="button" inherit underline="always" onClick={() => setIsOpen(true)}>
        {texts.askForDetails}
      </Anchor>
      <Suspense>
        {isOpen && (
          <MessageDrawer
            chosen={{ ids: [...partnerIds] }}
            suggestion={texts.detailsMessage}
            onClose={close}
            onDone={close}
          />
        )}
      </Suspense>
    </>
  );
}
