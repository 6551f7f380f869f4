import { Button, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { type ReactNode, useRef } from 'react';
import { useWrite, type Write } from '../../../api/use-write.js';
import { plural } from '../../../format/number.js';
import { useProgramId } from '../../../session/session.js';
import { FormDrawer } from '../../../ui/form-drawer.js';
import { Money } from '../../../ui/money.js';
import type { Run, RunPayout } from './payee.js';

/** Says that one payout was sent, under a reference. */
export function PayOne({ payout }: { readonly payout: RunPayout }) {
  const programId = useProgramId();
  const { isOpen, open, close, button } = useReturning();
  const pay = useWrite('post', '/api/programs/{programId}/payouts/{id}/pay', {
    done: 'Marked as paid',
    showsError: true,
    onDone: close,
  });
  return (
    <>
      <Button
        ref={button}
        size="xs"
        variant="default"
        aria-label={`Mark as paid: ${payout.name}`}
        onClick={open}
      >
        Mark as paid
      </Button>
      {isOpen && (
        <ReferenceDrawer
          title={`Payout to ${payout.name}`}
          onClose={close}
          write={pay}
          send={(reference) => pay.send({ path: { programId, id: payout.id }, body: { reference } })}
        >
          You have sent <Money amountCents={payout.amount_cents} currency={payout.currency} /> to{' '}
          {payout.name}.
        </ReferenceDrawer>
      )}
    </>
  );
}

/** Says that everything of a run that is still open was sent, under one reference; nothing where all is settled. */
export function PayRun({ run }: { readonly run: Run }) {
  const programId = useProgramId();
  const { isOpen, open, close, button } = useReturning();
  const pay = useWrite('post', '/api/programs/{programId}/payout-runs/{id}/pay', {
    done: ({ paid }) => `${plural(paid, 'payout')} marked as paid`,
    showsError: true,
    onDone: close,
  });
  const count = run.payouts.filter(({ status }) => status === 'open').length;
  if (count === 0) return null;
  return (
    <>
      <Button ref={button} onClick={open}>
        Mark all as paid
      </Button>
      {isOpen && (
        <ReferenceDrawer
          title={`Mark ${plural(count, 'payout')} as paid`}
          onClose={close}
          write={pay}
          send={(reference) => pay.send({ path: { programId, id: run.id }, body: { reference } })}
        >
          You have sent the money of every payout of this run that is still open. This cannot be undone.
        </ReferenceDrawer>
      )}
    </>
  );
}

/** A drawer that is rendered only while it is open, and a button that has the focus again afterwards. */
function useReturning() {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, { open, close }] = useDisclosure(false, { onClose: () => button.current?.focus() });
  return { isOpen, open, close, button };
}

function ReferenceDrawer({
  title,
  onClose,
  write,
  send,
  children,
}: {
  readonly title: string;
  readonly onClose: () => void;
  readonly write: Pick<Write<unknown, never>, 'isSending' | 'error'>;
  readonly send: (reference: string) => void;
  readonly children: ReactNode;
}) {
  const form = useForm({ initialValues: { reference: '' } });
  return (
    <FormDrawer
      title={title}
      onClose={onClose}
      onSubmit={form.onSubmit(({ reference }) => send(reference))}
      write={write}
      submit="Mark as paid"
    >
      <Text size="sm">{children}</Text>
      <TextInput
        data-autofocus
        label="Reference"
        description="How to find the transfer again, such as its date or number. Partners see it too."
        placeholder="Transfer of 1 March"
        maxLength={200}
        required
        {...form.getInputProps('reference')}
      />
    </FormDrawer>
  );
}
