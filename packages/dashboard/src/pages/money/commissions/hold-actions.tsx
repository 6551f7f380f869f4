import { Button, Group, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import type { Answer } from '../../../api/client.js';
import { useWrite } from '../../../api/use-write.js';
import { useProgramId } from '../../../session/session.js';
import { Form } from '../../../ui/form-drawer.js';

type Commission = NonNullable<Answer<'/api/programs/{programId}/commissions/{id}/explain'>['commission']>;

/** Holds the commission that is told of, with a reason, or releases it; nothing where it can be neither. */
export function HoldActions({ commission }: { readonly commission: Commission }) {
  const programId = useProgramId();
  const [isAsking, setIsAsking] = useState(false);
  const path = { programId, id: commission.id };
  const release = useWrite('post', '/api/programs/{programId}/commissions/{id}/release', {
    done: ({ status, hold_reason }) =>
      status === 'held' ? `Still held: ${hold_reason}` : 'Commission released',
  });
  if (commission.status === 'held') {
    return (
      <Group>
        <Button
          variant="default"
          loading={release.isSending}
          onClick={() => release.send({ path, body: {} })}
        >
          Release
        </Button>
      </Group>
    );
  }
  if (commission.status !== 'pending' && commission.status !== 'payable') return null;
  if (isAsking) return <HoldForm path={path} onClose={() => setIsAsking(false)} />;
  return (
    <Group>
      <Button variant="default" onClick={() => setIsAsking(true)}>
        Hold
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
    done: 'Commission held',
    onDone: onClose,
    showsError: true,
  });
  const form = useForm({ initialValues: { reason: '' } });
  return (
    <Form
      onSubmit={form.onSubmit((body) => hold.send({ path, body }))}
      write={hold}
      submit="Hold it"
      extra={
        <Button variant="default" onClick={onClose}>
          Cancel
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
      label="Reason"
      description="Your team sees it. Partners only see that the commission is on hold."
      placeholder="We are checking this order."
      autosize
      minRows={2}
      maxLength={500}
      required
      {...props}
    />
  );
}
