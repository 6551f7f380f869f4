import { Button, Card, Group, Skeleton } from '@mantine/core';
import { useRead } from '../../api/use-read.js';
import { useNewForm } from '../../session/search.js';
import { usePartnerProgram, useProgramId } from '../../session/session.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/portal.js';
import { PageHeader } from '../../ui/page-header.js';
import { EmptyState, ErrorState } from '../../ui/states.js';
import { PartnerCompany } from './company.js';
import { countryName } from './countries.js';
import { DetailsDrawer } from './details-drawer.js';
import { Facts } from './facts.js';
import { maskAccount } from './mask.js';
import { METHODS, type PayoutDetails } from './payout-methods.js';
import { OnHold, Standing } from './standing.js';

const HEIGHT = 200;

/** Where a partner wants to be paid. */
export function PortalDetailsPage() {
  const programId = useProgramId();
  const { company: workspace } = usePartnerProgram();
  const [isOpen, { open, close }] = useNewForm();
  const read = useRead('/api/partner/programs/{programId}/payout-details', { path: { programId } });
  const details = read.data?.payout_details ?? null;
  return (
    <>
      <PageHeader title={texts.payoutDetails} description={texts.whereSendsYourMoneyOnly({ workspace })} />
      <Standing />
      <OnHold />
      <Card maw={640} mih={HEIGHT}>
        {read.data === undefined && read.error ? (
          <ErrorState error={read.error} retry={() => void read.refetch()} />
        ) : read.data === undefined ? (
          <Skeleton height={HEIGHT - 40} />
        ) : details === null ? (
          <EmptyState
            title={texts.noPayoutDetailsYet}
            text={texts.addABankAccountPayPal({ workspace })}
            action={<Button onClick={open}>{texts.addPayoutDetails}</Button>}
          />
        ) : (
          <Shown details={details} onChange={open} />
        )}
      </Card>
      <PartnerCompany />
      {isOpen && read.data !== undefined && <DetailsDrawer details={details} onClose={close} />}
    </>
  );
}

function Shown({ details, onChange }: { readonly details: PayoutDetails; readonly onChange: () => void }) {
  const country = details.country ?? null;
  return (
    <>
      <Facts
        facts={[
          [texts.payoutMethod, METHODS[details.method].label],
          [common.name, details.account_name],
          [common.account, maskAccount(details.details)],
          ...(country === null ? [] : [[texts.country, countryName(country)] as const]),
        ]}
      />
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onChange}>
          {texts.change}
        </Button>
      </Group>
    </>
  );
}
