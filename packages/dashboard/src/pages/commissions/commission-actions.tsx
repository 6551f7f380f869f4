import { Button, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type ReactNode, useState } from 'react';
import type { Answer } from '../../api/client.js';
import { useWrite } from '../../api/use-write.js';
import { useProgramId } from '../../session/session.js';
import { texts as adjustmentTexts } from '../../texts/adjustments.js';
import { texts } from '../../texts/commissions.js';
import { common } from '../../texts/common.js';
import { Form } from '../../ui/form-drawer.js';

type Commission = NonNullable<Answer<'/api/programs/{programId}/commissions/{id}/explain'>['commission']>;

/** Holds the commission, releases it or rejects it for good, the former and the latter with a reason. */
export function CommissionActions({
  commission,
  others,
}: {
  readonly commission: Commission;
  /** What else can be done, while no reason is asked for. */
  readonly others: ReactNode;
}) {
  const programId = useProgramId();
  const [asking, setAsking] = useState<'hold' | 'reject' | null>(null);
  const path = { programId, id: commission.id };
  const { status } = commission;
  if (status === 'paid' || status === 'reversed') return others;
  const onClose = () => setAsking(null);
  if (asking === 'hold') return <HoldForm path={path} onClose={onClose} />;
  if (asking === 'reject') return <RejectForm path={path} onClose={onClose} />;
  return (
    <>
      {status === 'held' ? (
        <ReleaseButton path={path} />
      ) : (
        <Button variant="default" onClick={() => setAsking('hold')}>
          {texts.hold}
        </Button>
      )}
      <Button variant="default" onClick={() => setAsking('reject')}>
        {texts.rejectDialog}
      </Button>
      {others}
      {status === 'held' && (
        <Text size="xs" c="dimmed" flex="1 1 12rem">
          {texts.notPaidWhileHeld}
        </Text>
      )}
    </>
  );
}

/** What the forms that ask for a reason check. */
export const REASON_CHECKS = {
  reason: (value: string) => (value.trim() === '' ? adjustmentTexts.enterAReason : null),
};

interface Target {
  readonly path: { readonly programId: string; readonly id: number };
}

function ReleaseButton({ path }: Target) {
  const release = useWrite('post', '/api/programs/{programId}/commissions/{id}/release', {
    done: ({ status, hold_reason }) =>
      status === 'held' ? texts.stillOnHold({ holdReason: String(hold_reason) }) : texts.commissionReleased,
  });
  return (
    <Button variant="default" loading={release.isSending} onClick={() => release.send({ path, body: {} })}>
      {texts.release}
    </Button>
  );
}

function HoldForm({ path, onClose }: Target & { readonly onClose: () => void }) {
  const hold = useWrite('post', '/api/programs/{programId}/commissions/{id}/hold', {
    done: texts.commissionHeld,
    onDone: onClose,
    showsError: true,
  });
  const form = useForm({ initialValues: { reason: '' }, validate: REASON_CHECKS });
  return (
    <Form
      onSubmit={form.onSubmit((body) => hold.send({ path, body }))}
      write={hold}
      submit={texts.holdCommission}
      extra={<CancelButton onClick={onClose} />}
    >
      <ReasonField action="hold" {...form.getInputProps('reason')} />
    </Form>
  );
}

function RejectForm({ path, onClose }: Target & { readonly onClose: () => void }) {
  const reject = useWrite('post', '/api/programs/{programId}/commissions/{id}/reject', {
    done: texts.commissionRejected,
    onDone: onClose,
    showsError: true,
  });
  const form = useForm({ initialValues: { reason: '' }, validate: REASON_CHECKS });
  return (
    <Form
      onSubmit={form.onSubmit((body) => reject.send({ path, body }))}
      write={reject}
      submit={texts.rejectCommission}
      isDangerous
      extra={<CancelButton onClick={onClose} />}
    >
      <Text size="sm">{texts.rejectionIsFinal}</Text>
      <ReasonField action="reject" {...form.getInputProps('reason')} />
    </Form>
  );
}

function CancelButton({ onClick }: { readonly onClick: () => void }) {
  return (
    <Button variant="default" onClick={onClick}>
      {common.cancel}
    </Button>
  );
}

/** Why a commission is held or rejected. Takes what `form.getInputProps` gives. */
export function ReasonField({
  action,
  ...props
}: ReturnType<ReturnType<typeof useForm>['getInputProps']> & { readonly action: 'hold' | 'reject' }) {
  const isHold = action === 'hold';
  return (
    <Textarea
      data-autofocus
      autoFocus
      label={texts.reason}
      description={isHold ? texts.visibleToYourTeamPartners : texts.visibleToThePartner}
      placeholder={isHold ? texts.weAreReviewingThisOrder : texts.ownOrdersEarnNothing}
      autosize
      minRows={2}
      maxLength={500}
      required
      {...props}
    />
  );
}
