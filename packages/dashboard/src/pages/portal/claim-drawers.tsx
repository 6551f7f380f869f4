import { Button, Drawer, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { Answer } from '../../api/client.js';
import { useRead } from '../../api/use-read.js';
import { formatMoney } from '../../format/money.js';
import { within } from '../../language/within.js';
import { usePartnerProgram, useProgramId } from '../../session/session.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/portal.js';
import { texts as uiTexts } from '../../texts/ui.js';
import { ErrorState, Loading } from '../../ui/states.js';
import { StatusBadge } from '../../ui/status-badge.js';
import { Time } from '../../ui/time.js';
import { CLAIM_WORDS, FINDINGS } from './claim-words.js';
import { Facts } from './facts.js';
import { Story } from './story.js';

type Claim = Answer<'/api/partner/programs/{programId}/claims/{id}'>;

/** A claim with what the books say and the team's answer. `claimId` undefined: closed. */
export function ClaimDrawer({
  claimId,
  onClose,
}: {
  readonly claimId: string | undefined;
  readonly onClose: () => void;
}) {
  // What is shown stays while the drawer closes.
  const [last, setLast] = useState(claimId);
  if (claimId !== undefined && claimId !== last) setLast(claimId);
  return (
    <Drawer opened={claimId !== undefined} onClose={onClose} title={texts.claim}>
      {last !== undefined && <Content key={last} claimId={last} onClose={onClose} />}
    </Drawer>
  );
}

function Content({ claimId, onClose }: { readonly claimId: string; readonly onClose: () => void }) {
  const programId = useProgramId();
  const claim = useRead('/api/partner/programs/{programId}/claims/{id}', {
    path: { programId, id: claimId },
  });
  if (claim.data) return <ClaimDetails claim={claim.data} />;
  if (claim.error) {
    const back = (
      <Button variant="default" onClick={onClose}>
        {uiTexts.close}
      </Button>
    );
    return (
      <ErrorState
        error={claim.error}
        retry={() => void claim.refetch()}
        missing={{ title: texts.thisClaimDoesNotExist, back }}
      />
    );
  }
  return <Loading label={texts.loadingClaim} />;
}

function ClaimDetails({ claim }: { readonly claim: Claim }) {
  return (
    <Stack gap="lg" aria-live="polite">
      <Facts
        facts={[
          [texts.orderNumber, claim.reference],
          [texts.submitted, <Time key="sent" at={claim.created_at} />],
          [
            common.status,
            <StatusBadge key="status" status={claim.status} label={CLAIM_WORDS[claim.status]} />,
          ],
          ...(claim.note === null ? [] : [[texts.yourNote, claim.note] as const]),
        ]}
      />
      <section aria-labelledby="books">
        <Title order={2} size="h3" mb="sm" id="books">
          {texts.orderCheckResult({ findings: within(FINDINGS[claim.finding]) })}
        </Title>
        <Story told={claim} />
      </section>
      <CompanyAnswer claim={claim} />
    </Stack>
  );
}

function correctionText({ type, amount_cents: cents, currency }: NonNullable<Claim['correction']>): string {
  const words = texts.claimCorrections;
  if (type !== 'adjustment' || cents === null || currency === null)
    return type === 'sale' ? words.sale : words.assign;
  return words.adjustment({ amount: formatMoney(cents, currency) });
}

function CompanyAnswer({ claim }: { readonly claim: Claim }) {
  const { company: workspace } = usePartnerProgram();
  return (
    <section aria-labelledby="answer">
      <Title order={2} size="h3" mb="xs" id="answer">
        {texts.answerFrom({ workspace })}
      </Title>
      {claim.answer === null || claim.answered_at === null ? (
        <Text size="sm" c="dimmed">
          {texts.hasntAnsweredYet({ workspace })}
        </Text>
      ) : (
        <>
          <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {claim.answer}
          </Text>
          {claim.correction !== null && (
            <Text size="sm" mt="xs">
              {correctionText(claim.correction)}
            </Text>
          )}
          <Text size="xs" c="dimmed" mt={4}>
            <Time at={claim.answered_at} />
          </Text>
        </>
      )}
    </section>
  );
}
