import { Button, Drawer, Stack, Title } from '@mantine/core';
import { useState } from 'react';
import type { Answer } from '../../api/client.js';
import { useRead } from '../../api/use-read.js';
import { useProgramId } from '../../session/session.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/portal.js';
import { texts as uiTexts } from '../../texts/ui.js';
import { Money } from '../../ui/money.js';
import { ErrorState, Loading } from '../../ui/states.js';
import { CommissionStatus, SaleOrSignUp, WhatIsLeft, WhenPayable } from './commission-parts.js';
import { Facts } from './facts.js';
import { Story } from './story.js';

/** One commission: what it is, and how it came about. `commissionId` undefined: closed. */
export function CommissionDrawer({
  commissionId,
  onClose,
}: {
  readonly commissionId: string | undefined;
  readonly onClose: () => void;
}) {
  // What is shown stays while the drawer closes.
  const [last, setLast] = useState(commissionId);
  if (commissionId !== undefined && commissionId !== last) setLast(commissionId);
  return (
    <Drawer opened={commissionId !== undefined} onClose={onClose} title={common.commission}>
      {last !== undefined && <Content key={last} commissionId={last} onClose={onClose} />}
    </Drawer>
  );
}

function Content({ commissionId, onClose }: { readonly commissionId: string; readonly onClose: () => void }) {
  const programId = useProgramId();
  const detail = useRead('/api/partner/programs/{programId}/commissions/{id}', {
    path: { programId, id: commissionId },
  });
  if (detail.data) return <CommissionDetails detail={detail.data} />;
  if (detail.error) {
    const back = (
      <Button variant="default" onClick={onClose}>
        {uiTexts.close}
      </Button>
    );
    return (
      <ErrorState
        error={detail.error}
        retry={() => void detail.refetch()}
        missing={{ title: texts.thisCommissionDoesNotExist, back }}
      />
    );
  }
  return <Loading label={texts.loadingCommission} />;
}

function CommissionDetails({
  detail,
}: {
  readonly detail: Answer<'/api/partner/programs/{programId}/commissions/{id}'>;
}) {
  const { commission } = detail;
  const {
    sale_currency: currency,
    sale_amount_cents: amountCents,
    sale_refunded_cents: refundedCents,
  } = commission;
  return (
    <Stack gap="lg">
      <Facts
        facts={[
          [common.commission, <WhatIsLeft key="left" commission={commission} />],
          [common.status, <CommissionStatus key="status" commission={commission} />],
          [common.payable, <WhenPayable key="payable" commission={commission} />],
          [common.sale, <SaleOrSignUp key="sale" commission={commission} />],
          ...(currency === null || amountCents === null || refundedCents === null
            ? []
            : ([
                [texts.saleAmount, <Money key="amount" amountCents={amountCents} currency={currency} />],
                [common.refunded, <Money key="refunded" amountCents={refundedCents} currency={currency} />],
              ] as const)),
        ]}
      />
      <section aria-labelledby="story">
        <Title order={2} size="h3" mb="sm" id="story">
          {texts.howItWasCalculated}
        </Title>
        <Story told={detail} />
      </section>
    </Stack>
  );
}
