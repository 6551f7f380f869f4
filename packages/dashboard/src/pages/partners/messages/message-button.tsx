import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { lazy, Suspense } from 'react';
import { useCan } from '../../../session/session.js';
import { texts } from '../../../texts/partner-messages.js';
import type { PartnerDetail } from '../partner-detail.js';

const MessageDrawer = lazy(() =>
  import('./message-drawer.js').then(({ MessageDrawer }) => ({ default: MessageDrawer })),
);

/** Writes to one partner; nothing where they would not get it. */
export function MessageButton({ partner: { id, status } }: { readonly partner: PartnerDetail }) {
  const canWrite = useCan('partner:write');
  const [isOpen, { open, close }] = useDisclosure(false);
  if (!canWrite || status !== 'approved') return null;
  return (
    <>
      <Button variant="default" onClick={open}>
        {texts.message}
      </Button>
      {isOpen && (
        <Suspense>
          <MessageDrawer chosen={{ ids: [id] }} onClose={close} onDone={close} />
        </Suspense>
      )}
    </>
  );
}
