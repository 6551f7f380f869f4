import { useWrite } from '../../../api/use-write.js';
import { useProgramId } from '../../../session/session.js';
import { ConfirmButton } from '../../../ui/confirm-button.js';
import { Money } from '../../../ui/money.js';
import type { RunPayout } from './payee.js';

/** Cancels a payout whose money was not sent, after asking. */
export function CancelPayout({ payout }: { readonly payout: RunPayout }) {
  const programId = useProgramId();
  const cancel = useWrite('post', '/api/programs/{programId}/payouts/{id}/cancel', {
    done: 'Payout cancelled',
    showsError: true,
  });
  return (
    <ConfirmButton
      isDangerous
      size="xs"
      aria-label={`Cancel the payout to ${payout.name}`}
      title={`Cancel the payout to ${payout.name}?`}
      text={
        <>
          Do this only if <Money amountCents={payout.amount_cents} currency={payout.currency} /> was not sent.
          Its commissions become payable again and are due in the next run.
        </>
      }
      confirm="Cancel payout"
      write={cancel}
      onConfirm={() => cancel.sendAndWait({ path: { programId, id: payout.id }, body: {} })}
    >
      Cancel
    </ConfirmButton>
  );
}
