import { useWrite } from '../../api/use-write.js';
import { useProgramId } from '../../session/session.js';
import { texts } from '../../texts/payouts.js';
import { ConfirmButton } from '../../ui/confirm-button.js';
import { Money } from '../../ui/money.js';
import type { RunPayout } from './payee.js';

/** Cancels a payout whose money was not sent, after asking. */
export function CancelPayout({ payout }: { readonly payout: RunPayout }) {
  const programId = useProgramId();
  const cancel = useWrite('post', '/api/programs/{programId}/payouts/{id}/cancel', {
    done: texts.payoutCancelled,
    showsError: true,
  });
  return (
    <ConfirmButton
      isDangerous
      size="xs"
      aria-label={texts.cancelThePayoutTo({ name: payout.name })}
      title={texts.cancelThePayoutToQuestion({ name: payout.name })}
      text={texts.onlyCancelIfHasNot({
        amount: <Money amountCents={payout.amount_cents} currency={payout.currency} />,
      })}
      confirm={texts.cancelPayout}
      dismiss={texts.keepPayout}
      write={cancel}
      onConfirm={() => cancel.sendAndWait({ path: { programId, id: payout.id }, body: {} })}
    >
      {texts.cancel}
    </ConfirmButton>
  );
}
