import { Button, Group, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import type { Answer } from '../../api/client.js';
import { useWrite } from '../../api/use-write.js';
import { useProgramId } from '../../session/session.js';
import { texts } from '../../texts/commissions.js';
import { common } from '../../texts/common.js';
import { Form } from '../../ui/form-drawer.js';

type Commission = NonNullable<Answer<'/api/programs/{programId}/commissions/{id}/explain'>['commission']>;

/** Holds the commission with a reason, or releases it; empty if neither is possible. */
export function HoldActions({ commission }: { readonly commission: Commission }) {
  const programId = useProgramId();
  const [isAsking, setIsAsking] = useState(false);
  const path = { programId, id: commission.id };
  const release = useWrite('post', '/api/programs/{programId}/commissions/{id}/release', {
    done: ({ status, hold_reason }) =>
      status === 'held' ? texts.stillOnHold({ holdReason: String(hold_reason) }) : texts.commissionReleased,
  });
  if (commission.status === 'held') {
    return (
      <Group gap="xs">
        <Button
          variant="default"
          loading={release.isSending}
          onClick={() => release.send({ path, body: {} })}
        >
          {texts.release}
        </Button>
        <Text size="xs" c="dimmed" flex="1 1 12rem">
          {texts.notPaidWhileHeld}
        </Text>
      </Group>
    );
  }
  if (commission.status !== 'pending' && commission.status !== 'payable') return null;
  if (isAsking) return <HoldForm path={path} onClose={() => setIsAsking(false)} />;
  return (
    <Group>
      <Button variant="default" onClick={() => setIsAsking(true)}>
        {texts.hold}
      </Button>
    </Group>
  );
}

function HoldForm({
  path,
  onClose,
}: {
  readonly path: { readonly programId: string; readonly id: number };
  readonly onClose: () => void;
}) {
  const hold = useWrite('post', '/api/programs/{programId}/commissions/{id}/hold', {
    done: texts.commissionHeld,
    onDone: onClose,
    showsError: true,
  });
  const form = useForm({ initialValues: { reason: '' } });
  return (
    <Form
      onSubmit={form.onSubmit((body) => hold.send({ path, body }))}
      write={hold}
      submit={texts.holdCommission}
      extra={
        <Button variant="default" onClick={onClose}>
          {common.cancel}
        </Button>
      }
    >
      <ReasonField {...form.getInputProps('reason')} />
    </Form>
  );
}

/** Why a commission is held. Takes what `form.getInputProps` gives. */
export function ReasonField(props: ReturnType<ReturnType<typeof useForm>['getInputProps']>) {
  return (
    <Textarea
      data-autofocus
      autoFocus
      label={texts.reason}
      description={texts.visibleToYourTeamPartners}
      placeholder={texts.weAreReviewingThisOrder}
      autosize
      minRows={2}
      maxLength={500}
      required
      {...props}
    />
  );
}
