import { Alert, Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useWrite } from '../../api/use-write.js';
import { useProgramId } from '../../session/session.js';
import { texts } from '../../texts/payouts.js';
import { ConfirmButton } from '../../ui/confirm-button.js';
import { Money } from '../../ui/money.js';
import type { DueItem } from './payee.js';
import { type Choice, dueKey } from './use-choice.js';

const NAMES_SHOWN = 5;
/** Partners whom the service pays in one run at most. */
const MOST_IN_A_RUN = 500;

/** Makes a run of those who were chosen, after saying whose payout details are missing. */
export function CreateRun({
  currency,
  due,
  choice: { selected, select },
}: {
  readonly currency: string;
  readonly due: readonly DueItem[];
  readonly choice: Choice;
}) {
  const programId = useProgramId();
  const navigate = useNavigate();
  const create = useWrite('post', '/api/programs/{programId}/payout-runs', {
    done: texts.payoutRunCreated,
    showsError: true,
    onDone: ({ id }) =>
      void navigate({
        to: '/p/$programId/payouts/runs/$runId',
        params: { programId, runId: String(id) },
      }),
  });
  const chosen = due.filter((item) => selected.has(dueKey(item)));
  const paid = chosen.slice(0, MOST_IN_A_RUN);
  const later = chosen.length - paid.length;
  const withoutDetails = chosen.filter(({ method }) => method === null);
  const sum = paid.reduce((cents, { due_cents }) => cents + due_cents, 0);
  const most = MOST_IN_A_RUN;
  const total = <Money amountCents={sum} currency={currency} />;
  return (
    <>
      {withoutDetails.length > 0 && (
        <MissingDetails
          items={withoutDetails}
          onLeaveOut={() => select(new Set(chosen.filter(({ method }) => method !== null).map(dueKey)))}
        />
      )}
      <Group justify="space-between" mt="md">
        <Text size="sm" role="status">
          {chosen.length === 0
            ? texts.selectPartnersToPay
            : texts.inTotal({
                paid: paid.length,
                total: <strong>{total}</strong>,
                later: later > 0 && texts.aRunIncludesUp({ most, later }),
              })}
        </Text>
        <ConfirmButton
          variant="filled"
          disabled={chosen.length === 0}
          title={texts.createThisPayoutRun}
          text={texts.thisCreatesPayouts({ paid: paid.length, total })}
          confirm={texts.createPayoutRun}
          write={create}
          onConfirm={() =>
            create.sendAndWait({
              path: { programId },
              body: { currency, partner_ids: paid.map(({ partner_id }) => partner_id) },
            })
          }
        >
          {texts.createPayoutRun}
        </ConfirmButton>
      </Group>
    </>
  );
}

function MissingDetails({
  items,
  onLeaveOut,
}: {
  readonly items: readonly DueItem[];
  readonly onLeaveOut: () => void;
}) {
  // One more name takes no more room than saying that there is one more.
  const shown = items.length === NAMES_SHOWN + 1 ? items : items.slice(0, NAMES_SHOWN);
  const names = shown.map(({ name }) => name);
  const more = items.length - names.length;
  return (
    <Alert
      mt="md"
      variant="light"
      color="orange"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      styles={{ title: { color: 'var(--mantine-color-text)' } }}
      title={texts.payoutDetailsMissingFor({ items: items.length })}
    >
      <Text size="sm" mb="xs">
        {texts.partnersAddPayoutDetails({
          names: names.join(', '),
          more: more > 0 && texts.andMore({ more }),
        })}
      </Text>
      <Button size="xs" variant="default" onClick={onLeaveOut}>
        {texts.excludeForNow}
      </Button>
    </Alert>
  );
}
