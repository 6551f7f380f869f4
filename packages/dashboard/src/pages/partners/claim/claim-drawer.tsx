import { Drawer, Group, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import type { Row } from '../../../api/client.js';
import { useCan, useProgramId } from '../../../session/session.js';
import { Identifier } from '../../../ui/identifier.js';
import { TextLink } from '../../../ui/links.js';
import { PartnerName } from '../../../ui/partner-name.js';
import { StatusBadge } from '../../../ui/status-badge.js';
import { Time } from '../../../ui/time.js';
import { AnswerForm } from './answer-form.js';
import { FINDINGS } from './findings.js';

type Claim = Row<'/api/programs/{programId}/claims'>;

/** One claim: what the partner says, what the books say, and the answer. null: none is open. */
export function ClaimDrawer({
  claim,
  onClose,
}: {
  readonly claim: Claim | null;
  readonly onClose: () => void;
}) {
  // While it slides away it still shows what it showed.
  const [shown, setShown] = useState(claim);
  if (claim !== null && claim !== shown) setShown(claim);
  return (
    <Drawer opened={claim !== null} onClose={onClose} title="A sale is missing">
      {shown && <Content key={shown.id} claim={shown} onClose={onClose} />}
    </Drawer>
  );
}

function Content({ claim, onClose }: { readonly claim: Claim; readonly onClose: () => void }) {
  const programId = useProgramId();
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
          Asked by <PartnerName partnerId={claim.partner_id} />, <Time at={claim.created_at} />
        </Text>
      </div>
      <Part title="What the partner says">{claim.note ?? 'Nothing beyond the order number.'}</Part>
      <Part title="What the books say">
        {FINDINGS[claim.finding].full}{' '}
        {claim.sale_id !== null && (
          <TextLink
            to="/p/$programId/sales"
            params={{ programId }}
            search={{ sale: claim.sale_id }}
            underline="always"
          >
            See the sale and why it earned what it earned
          </TextLink>
        )}
      </Part>
      {claim.status !== 'open' ? (
        <Part title="Your answer">
          {claim.answer}
          {claim.answered_at !== null && (
            <Text size="xs" c="dimmed" mt={4} component="div">
              Answered <Time at={claim.answered_at} />
            </Text>
          )}
        </Part>
      ) : mayAnswer ? (
        <AnswerForm claimId={claim.id} onDone={onClose} />
      ) : (
        <Text size="sm" c="dimmed">
          It has not been answered yet.
        </Text>
      )}
    </Stack>
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
