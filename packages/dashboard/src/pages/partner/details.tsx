import { Button, Card, Group, Skeleton } from '@mantine/core';
import { useState } from 'react';
import { useRead } from '../../api/use-read.js';
import { usePartnerProgram, useProgramId } from '../../session/session.js';
import { PageHeader } from '../../ui/page-header.js';
import { EmptyState, ErrorState } from '../../ui/states.js';
import { countryName } from './countries.js';
import { DetailsDrawer } from './details-drawer.js';
import { Facts } from './facts.js';
import { maskAccount } from './mask.js';
import { METHODS, type PayoutDetails } from './payout-methods.js';
import { OnHold, Standing } from './standing.js';

const HEIGHT = 200;

/** Where a partner wants to be paid. */
export function Page() {
  const programId = useProgramId();
  const { company } = usePartnerProgram();
  const [isOpen, setIsOpen] = useState(false);
  const read = useRead('/api/partner/programs/{programId}/payout-details', { path: { programId } });
  const details = read.data?.payout_details ?? null;
  return (
    <>
      <PageHeader
        title="Payout details"
        description={`Where ${company} sends your money. Its team sees this when it pays you. Changes count from the next payout: payouts that exist already keep the account they were created with.`}
      />
      <Standing />
      <OnHold />
      <Card maw={640} mih={HEIGHT}>
        {read.data === undefined && read.error ? (
          <ErrorState error={read.error} retry={() => void read.refetch()} />
        ) : read.data === undefined ? (
          <Skeleton height={HEIGHT - 40} />
        ) : details === null ? (
          <EmptyState
            title="No payout details yet"
            text={`Tell ${company} where to send your money: a bank account, PayPal or Wise.`}
            action={<Button onClick={() => setIsOpen(true)}>Add payout details</Button>}
          />
        ) : (
          <Shown details={details} onChange={() => setIsOpen(true)} />
        )}
      </Card>
      {isOpen && <DetailsDrawer details={details} onClose={() => setIsOpen(false)} />}
    </>
  );
}

function Shown({ details, onChange }: { readonly details: PayoutDetails; readonly onChange: () => void }) {
  const country = details.country ?? null;
  return (
    <>
      <Facts
        facts={[
          ['Paid by', METHODS[details.method].label],
          ['Name', details.account_name],
          ['Account', maskAccount(details.details)],
          ...(country === null ? [] : [['Country', countryName(country)] as const]),
        ]}
      />
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onChange}>
          Change
        </Button>
      </Group>
    </>
  );
}
