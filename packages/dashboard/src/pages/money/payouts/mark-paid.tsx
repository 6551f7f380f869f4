import { Button, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { type ReactNode, useRef } from 'react';
import type { Answer } from '../../../api/client.js';
import { useWrite, type Write } from '../../../api/use-write.js';
import { plural } from '../../../format/number.js';
import { useProgramId } from '../../../session/session.js';
import { FormDrawer } from '../../../ui/form-drawer.js';
import { Money } from '../../../ui/money.js';
import { fileLabel, type PayoutFormat, type Run, type RunPayout } from './payee.js';

type RunPaid = Answer<'/api/programs/{programId}/payout-runs/{id}/pay', 'post'>;

/** Marks one payout as paid, under a reference. */
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
          {payout.payee_name}.
        </ReferenceDrawer>
      )}
    </>
  );
}

/** Marks every open payout of a run as paid, under one reference; nothing where all is settled. */
export function PayRun({ run }: { readonly run: Run }) {
  const count = run.payouts.filter(({ status }) => status === 'open').length;
  if (count === 0) return null;
  return (
    <PaySeveral
      run={run}
      title={`Mark ${plural(count, 'payout')} as paid`}
      button="Mark all as paid"
      isFilled
    >
      You have sent the money of every payout of this run that is still open. This cannot be undone.
    </PaySeveral>
  );
}

/** Marks the open payouts of one payment file of a run as paid. */
export function PayFile({
  run,
  format,
  count,
}: {
  readonly run: Run;
  readonly format: PayoutFormat;
  readonly count: number;
}) {
  const label = fileLabel(format);
  return (
    <PaySeveral
      run={run}
      format={format}
      title={`Mark ${plural(count, `${label} payout`)} as paid`}
      button={`Mark ${label} as paid`}
    >
      You have sent the money of every open payout in the {label} file. Payouts in other files stay open. This
      cannot be undone.
    </PaySeveral>
  );
}

/** What became of it, also where somebody else was faster. */
function paidText({ paid, already_paid: before }: RunPaid): string {
  if (paid > 0) return `${plural(paid, 'payout')} marked as paid`;
  return before > 0 ? 'Already marked as paid: nothing was changed' : 'No open payouts: nothing was changed';
}

function PaySeveral({
  run,
  format,
  title,
  button: text,
  isFilled = false,
  children,
}: {
  readonly run: Run;
  readonly format?: PayoutFormat;
  readonly title: string;
  readonly button: string;
  readonly isFilled?: boolean;
  readonly children: ReactNode;
}) {
  const programId = useProgramId();
  const { isOpen, open, close, button } = useReturning();
  const pay = useWrite('post', '/api/programs/{programId}/payout-runs/{id}/pay', {
    done: paidText,
    showsError: true,
    onDone: close,
  });
  const path = { programId, id: run.id };
  return (
    <>
      <Button ref={button} variant={isFilled ? 'filled' : 'default'} onClick={open}>
        {text}
      </Button>
      {isOpen && (
        <ReferenceDrawer
          title={title}
          onClose={close}
          write={pay}
          send={(reference) => pay.send({ path, body: { reference, ...(format && { format }) } })}
        >
          {children}
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
