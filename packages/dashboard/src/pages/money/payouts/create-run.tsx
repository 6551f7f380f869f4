import { Alert, Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useWrite } from '../../../api/use-write.js';
import { plural } from '../../../format/number.js';
import { useProgramId } from '../../../session/session.js';
import { ConfirmButton } from '../../../ui/confirm-button.js';
import { Money } from '../../../ui/money.js';
import type { DueItem } from './payee.js';

const NAMES_SHOWN = 5;
/** Partners whom the service pays in one run at most. */
const MOST_IN_A_RUN = 500;

/** Makes a run of those who were chosen, after saying whose payout details are missing. */
export function CreateRun({
  currency,
  chosen,
  leaveOut,
}: {
  readonly currency: string;
  readonly chosen: readonly DueItem[];
  readonly leaveOut: (items: readonly DueItem[]) => void;
}) {
  const programId = useProgramId();
  const navigate = useNavigate();
  const create = useWrite('post', '/api/programs/{programId}/payout-runs', {
    done: 'Payout run created',
    showsError: true,
    onDone: ({ id }) =>
      void navigate({
        to: '/p/$programId/payouts/runs/$runId',
        params: { programId, runId: String(id) },
      }),
  });
  const paid = chosen.slice(0, MOST_IN_A_RUN);
  const later = chosen.length - paid.length;
  const withoutDetails = chosen.filter(({ method }) => method === null);
  const sum = paid.reduce((cents, { due_cents }) => cents + due_cents, 0);
  const total = <Money amountCents={sum} currency={currency} />;
  return (
    <>
      {withoutDetails.length > 0 && (
        <MissingDetails items={withoutDetails} onLeaveOut={() => leaveOut(withoutDetails)} />
      )}
      <Group justify="space-between" mt="md">
        <Text size="sm" role="status">
          {chosen.length === 0 ? (
            'Select partners to pay.'
          ) : (
            <>
              {plural(paid.length, 'partner')}, <strong>{total}</strong> in all
              {later > 0 && `. One run takes ${MOST_IN_A_RUN}: the other ${later} stay due for the next`}
            </>
          )}
        </Text>
        <ConfirmButton
          variant="filled"
          disabled={chosen.length === 0}
          title="Create this payout run?"
          text={
            <>
              It makes a payout for {plural(paid.length, 'partner')}, {total} in all, and the amounts stay as
              they are from then on. No money moves yet: you send it with your bank, PayPal or Wise, and then
              mark the payouts as paid. A payout can be cancelled until then.
            </>
          }
          confirm="Create run"
          write={create}
          onConfirm={() =>
            create.sendAndWait({
              path: { programId },
              body: { currency, partner_ids: paid.map(({ partner_id }) => partner_id) },
            })
          }
        >
          Create payout run
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
  const names = items.slice(0, NAMES_SHOWN).map(({ name }) => name);
  const more = items.length - names.length;
  return (
    <Alert
      mt="md"
      variant="light"
      color="orange"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      styles={{ title: { color: 'var(--mantine-color-text)' } }}
      title={`${plural(items.length, 'partner')} ${items.length === 1 ? 'has' : 'have'} no payout details`}
    >
      <Text size="sm" mb="xs">
        {names.join(', ')}
        {more > 0 && ` and ${more} more`}. They can add them under “Payout details” when they sign in. You can
        pay them anyway if you know where to send the money: the payouts stay without payout details, in the
        bank file.
      </Text>
      <Button size="xs" variant="default" onClick={onLeaveOut}>
        Leave {items.length === 1 ? 'this one' : 'them'} out for now
      </Button>
    </Alert>
  );
}
