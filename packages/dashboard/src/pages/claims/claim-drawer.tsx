import { Anchor, Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Row } from '../../api/client.js';
import { useRead } from '../../api/use-read.js';
import { formatMoney } from '../../format/money.js';
import { useCan, useProgramId } from '../../session/session.js';
import { texts } from '../../texts/claims.js';
import { Identifier } from '../../ui/identifier.js';
import { TextLink } from '../../ui/links.js';
import { PartnerName } from '../../ui/partner-name.js';
import { RowDrawer } from '../../ui/row-drawer.js';
import { StatusBadge } from '../../ui/status-badge.js';
import { Time } from '../../ui/time.js';
import { AnswerForm } from './answer-form.js';
import { useClaimedSale } from './claim-action.js';
import { FINDINGS } from './findings.js';

type Claim = Row<'/api/programs/{programId}/claims'>;

/** One claim: what the partner says, what the books say, and the answer. `claimId` undefined: none is open. */
export function ClaimDrawer({
  claimId,
  listed,
  onClose,
  explain,
  isCovered,
}: {
  readonly claimId: string | undefined;
  /** The claim, where the list has it. */
  readonly listed: Claim | undefined;
  readonly onClose: () => void;
  /** Shows what a sale earned, on top of the claim. */
  readonly explain: (saleId: string) => void;
  readonly isCovered: boolean;
}) {
  const programId = useProgramId();
  const read = useRead(
    '/api/programs/{programId}/claims/{id}',
    { path: { programId, id: claimId ?? '' } },
    { enabled: claimId !== undefined && listed === undefined },
  );
  const isMissing = read.error?.status === 404;
  const loaded = String(read.data?.id) === claimId ? read.data : undefined;
  return (
    <RowDrawer
      wanted={claimId}
      item={listed ?? (isMissing ? null : loaded)}
      error={read.error}
      retry={() => void read.refetch()}
      title={({ reference }) => texts.claimForOrder({ reference })}
      missing={texts.thisClaimDoesNotExist}
      isCovered={isCovered}
      onClose={onClose}
    >
      {(claim) => <ClaimContent key={claim.id} claim={claim} onClose={onClose} explain={explain} />}
    </RowDrawer>
  );
}

interface ContentProps {
  readonly claim: Claim;
  readonly onClose: () => void;
  readonly explain: (saleId: string) => void;
}

function ClaimContent({ claim, onClose, explain }: ContentProps) {
  const isOpen = claim.status === 'open';
  const mayAnswer = useCan('partner:write');
  return (
    <Stack gap="lg">
      <div>
        <Group justify="space-between" gap="xs">
          <Text fw={650} size="lg" component="div">
            <Identifier>{claim.reference}</Identifier>
          </Text>
          <StatusBadge status={claim.status} />
        </Group>
        <Text size="sm" c="dimmed" component="div">
          {texts.submittedBy({
            partner: <PartnerName partnerId={claim.partner_id} />,
            time: <Time at={claim.created_at} />,
          })}
        </Text>
      </div>
      <Part title={texts.partnersMessage}>{claim.note ?? texts.noMessageProvided}</Part>
      <Part title={isOpen ? texts.orderCheck : texts.orderCheckThen}>
        {FINDINGS[claim.finding].full} {isOpen && <OtherPartner claim={claim} />}
        <SaleButton saleId={claim.sale_id} text={texts.viewTheSale} explain={explain} />
      </Part>
      {!isOpen ? (
        <Part title={texts.yourAnswer}>
          {claim.answer}
          {claim.correction !== null && (
            <Text size="sm" mt="xs" component="div">
              <CorrectionText claim={claim} correction={claim.correction} explain={explain} />
            </Text>
          )}
          {claim.answered_at !== null && (
            <Text size="xs" c="dimmed" mt={4} component="div">
              {texts.answered({ time: <Time at={claim.answered_at} /> })}
            </Text>
          )}
        </Part>
      ) : mayAnswer ? (
        <AnswerForm claim={claim} onDone={onClose} />
      ) : (
        <Text size="sm" c="dimmed">
          {texts.notAnsweredYet}
        </Text>
      )}
    </Stack>
  );
}

/** What was given with the answer, and where it is. */
function CorrectionText({
  claim,
  correction: { type, id, amount_cents: amountCents, currency },
  explain,
}: {
  readonly claim: Claim;
  readonly correction: NonNullable<Claim['correction']>;
  readonly explain: (saleId: string) => void;
}) {
  const programId = useProgramId();
  const partner = <PartnerName partnerId={claim.partner_id} />;
  if (type === 'sale') {
    const link = <SaleButton saleId={id} text={texts.theSale} explain={explain} />;
    return texts.enteredTheSale({ partner, link });
  }
  if (type === 'assign') {
    const link = (
      <TextLink
        to="/p/$programId/customers/$customerId"
        params={{ programId, customerId: String(id) }}
        underline="always"
      >
        {texts.theCustomer}
      </TextLink>
    );
    return texts.assignedTheCustomer({ partner, link });
  }
  if (amountCents === null || currency === null) return null;
  return texts.gaveABonus({ partner, amount: formatMoney(amountCents, currency) });
}

/** Looks like a link, and leaves the claim open. */
function SaleButton({
  saleId,
  text,
  explain,
}: {
  readonly saleId: number | null;
  readonly text: string;
  readonly explain: (saleId: string) => void;
}) {
  if (saleId === null) return null;
  return (
    <Anchor
      component="button"
      type="button"
      inherit
      underline="always"
      onClick={() => explain(String(saleId))}
    >
      {text}
    </Anchor>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section aria-label={title}>
      <Title order={3} mb={4}>
        {title}
      </Title>
      <Text size="sm" component="div" style={{ whiteSpace: 'pre-line' }}>
        {children}
      </Text>
    </section>
  );
}

/** Whom the sale is credited to instead. */
function OtherPartner({ claim }: { readonly claim: Claim }) {
  const sale = useClaimedSale(claim);
  if (claim.finding !== 'credited_elsewhere' || sale?.partner_id == null) return null;
  return <>{texts.itIsOf({ partner: <PartnerName partnerId={sale.partner_id} /> })} </>;
}
