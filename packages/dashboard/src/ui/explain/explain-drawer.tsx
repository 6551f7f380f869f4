import { Button, Drawer, Group, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useRead } from '../../api/use-read.js';
import { useProgramId } from '../../session/session.js';
import { texts } from '../../texts/explain.js';
import { texts as ui } from '../../texts/ui.js';
import { CopyButton } from '../copy.js';
import { TextLink } from '../links.js';
import { Money } from '../money.js';
import { ErrorState, Loading } from '../states.js';
import { StatusBadge } from '../status-badge.js';
import { Arithmetic } from './arithmetic.js';
import classes from './explain.module.css';
import { type Explanation, type Step, textOf, toneOf } from './story.js';

/** What is to be explained: a commission, or a sale whether it earned one or not. */
export type Explained = { readonly what: 'commissions' | 'sales'; readonly id: string };

/**
 * The story of one commission, or why a sale earned none. Leave it on the page and say what it shows; null closes it, and
 * gives the focus back to where it was.
 */
export function ExplainDrawer({
  explained,
  onClose,
  actions,
}: {
  readonly explained: Explained | null;
  readonly onClose: () => void;
  /** What can be done with the commission, such as holding it. */
  readonly actions?: (explanation: Explanation) => ReactNode;
}) {
  // While it slides out it shows what it showed.
  const [last, setLast] = useState(explained);
  if (explained !== null && (explained.id !== last?.id || explained.what !== last.what)) setLast(explained);
  const shown = explained ?? last;
  const title = shown?.what === 'sales' ? texts.whatThisSaleEarned : texts.storyOfThisCommission;
  return (
    <Drawer opened={explained !== null} onClose={onClose} title={title}>
      {shown && (
        <Story key={`${shown.what} ${shown.id}`} explained={shown} actions={actions} onClose={onClose} />
      )}
    </Drawer>
  );
}

function Story({
  explained,
  actions,
  onClose,
}: {
  readonly explained: Explained;
  readonly actions: ((explanation: Explanation) => ReactNode) | undefined;
  readonly onClose: () => void;
}) {
  const programId = useProgramId();
  const explanation = useRead(`/api/programs/{programId}/${explained.what}/{id}/explain`, {
    path: { programId, id: explained.id },
  });
  if (explanation.error && !explanation.data) {
    const back = (
      <Button variant="default" onClick={onClose}>
        {ui.close}
      </Button>
    );
    const title = explained.what === 'sales' ? texts.thisSaleDoesNotExist : texts.thisCommissionDoesNotExist;
    return (
      <ErrorState
        error={explanation.error}
        retry={() => void explanation.refetch()}
        missing={{ title, back }}
      />
    );
  }
  if (!explanation.data) return <Loading label={texts.loadingTheStory} />;
  return (
    <Stack gap="lg">
      <Summary explanation={explanation.data} />
      {actions?.(explanation.data)}
      <section aria-label={texts.whatHappened}>
        <Title order={2} size="h3" mb="md">
          {texts.whatHappened}
        </Title>
        <ol className={classes.steps}>
          {explanation.data.steps.map((step, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: steps are only ever added, and stay in order.
            <StepItem key={index} step={step} explanation={explanation.data} />
          ))}
        </ol>
      </section>
    </Stack>
  );
}

function standingOf({ commission, sale }: Explanation) {
  if (commission !== null && commission.rejected_at !== null) return 'rejected';
  return commission?.status ?? sale?.commission_state ?? 'none';
}

function Summary({ explanation }: { readonly explanation: Explanation }) {
  const programId = useProgramId();
  const { commission, sale, customer, partner } = explanation;
  const partnerId = commission?.partner_id ?? sale?.partner_id;
  const why = commission?.rejection_reason ?? commission?.hold_reason;
  const linkTo = (id: string, what: Explained['what']) => {
    const name = what === 'sales' ? 'sale' : 'explain';
    return `${window.location.origin}/p/${programId}/commissions?${name}=${id}`;
  };
  const address =
    commission === null ? linkTo(String(sale?.id), 'sales') : linkTo(String(commission.id), 'commissions');
  return (
    <Stack gap={4}>
      <Group gap="xs" justify="space-between" wrap="nowrap">
        <Group gap="xs">
          <Text size="xl" fw={650}>
            {commission ? (
              <Money amountCents={commission.amount_cents} currency={commission.currency} />
            ) : (
              texts.noCommission
            )}
          </Text>
          <StatusBadge status={standingOf(explanation)} />
          {sale?.test_mode && <StatusBadge status="test" />}
        </Group>
        <CopyButton value={address} label={texts.copyALink} />
      </Group>
      {why && <Text size="sm">{why}</Text>}
      <Text size="sm" c="dimmed" component="div">
        {commission && commission.amount_cents !== commission.original_amount_cents && (
          <>
            {texts.originally({
              amount: <Money amountCents={commission.original_amount_cents} currency={commission.currency} />,
            })}
            {' · '}
          </>
        )}
        {texts.forPartner({
          partner: (
            <TextLink
              to="/p/$programId/partners/$partnerId"
              params={{ programId, partnerId: String(partnerId) }}
            >
              {partner?.name ?? texts.partnerNumber({ id: String(partnerId) })}
            </TextLink>
          ),
        })}
        {' · '}
        <TextLink
          to="/p/$programId/customers/$customerId"
          params={{ programId, customerId: String(customer.id) }}
        >
          {texts.customerNumber({ id: customer.customer_key ?? customer.id })}
        </TextLink>
      </Text>
    </Stack>
  );
}

function StepItem({ step, explanation }: { readonly step: Step; readonly explanation: Explanation }) {
  const programId = useProgramId();
  const { sentence, details } = textOf(step);
  return (
    <li className={`${classes.step} ${classes[toneOf(step)] ?? ''}`}>
      <Text size="sm">{sentence}</Text>
      {details.map((detail) => (
        <Text key={detail} size="sm" c="dimmed" mt={2}>
          {detail}
        </Text>
      ))}
      {step.kind === 'earning' && <Arithmetic explanation={explanation} />}
      {step.kind === 'pay' && step.payout_run_id !== null && (
        <TextLink
          size="sm"
          to="/p/$programId/payouts/runs/$runId"
          params={{ programId, runId: String(step.payout_run_id) }}
        >
          {texts.openThePayoutRun}
        </TextLink>
      )}
    </li>
  );
}
