import { Button, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { type ReactNode, useRef } from 'react';
import type { Answer } from '../../api/client.js';
import { useRead } from '../../api/use-read.js';
import { useWrite, type Write } from '../../api/use-write.js';
import { formatMoney } from '../../format/money.js';
import { useProgramId } from '../../session/session.js';
import { texts } from '../../texts/payouts.js';
import { FormDrawer } from '../../ui/form-drawer.js';
import { Money } from '../../ui/money.js';
import { fileLabel, type PayoutFormat, type Run, type RunPayout } from './payee.js';

type RunPaid = Answer<'/api/programs/{programId}/payout-runs/{id}/pay', 'post'>;

/** Marks one payout as paid, under a reference. */
export function PayOne({ payout }: { readonly payout: RunPayout }) {
  const programId = useProgramId();
  const { isOpen, open, close, button } = useReturning();
  const pay = useWrite('post', '/api/programs/{programId}/payouts/{id}/pay', {
    showsError: true,
    onDone: close,
  });
  return (
    <>
      <Button
        ref={button}
        size="xs"
        variant="default"
        aria-label={texts.markPayoutAsPaid({ name: payout.name })}
        onClick={open}
      >
        {texts.markAsPaid}
      </Button>
      {isOpen && (
        <ReferenceDrawer
          title={texts.payoutTo({ name: payout.name })}
          onClose={close}
          write={pay}
          send={(reference) => pay.send({ path: { programId, id: payout.id }, body: { reference } })}
        >
          {texts.confirmThatYouSentTo({
            amount: <Money amountCents={payout.amount_cents} currency={payout.currency} />,
            payeeName: payout.payee_name,
          })}
        </ReferenceDrawer>
      )}
    </>
  );
}

/** Marks every open payout of a run as paid, under one reference; nothing where all is settled. */
export function PayRun({ run }: { readonly run: Run }) {
  const count = run.payouts.filter(({ status }) => status === 'open').length;
  if (count === 0) return null;
  const total = run.totals
    .filter(({ status }) => status === 'open')
    .map((one) => formatMoney(one.amount_cents, one.currency))
    .join(' + ');
  const missing = run.payouts.filter(({ status, method }) => status === 'open' && method === null).length;
  return (
    <PaySeveral run={run} title={texts.markCountAsPaid({ count })} button={texts.markAllAsPaid}>
      {texts.confirmThatYouHavePaid({ total })}
      {missing > 0 && ` ${texts.someHaveNoDetails({ missing })}`}
      <NoFileYet run={run} />
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
  const label = format === 'bank' ? texts.bankPayouts : fileLabel(format);
  return (
    <PaySeveral
      run={run}
      format={format}
      title={texts.markFileAsPaid({ count, label })}
      button={texts.markFileAsPaid({ count, label })}
    >
      {texts.confirmThatYouHavePaidEvery({ label })}
      <NoFileYet run={run} format={format} />
    </PaySeveral>
  );
}

/** Says that nobody has downloaded a payment file, of one kind where it is named, which there is only while payouts are open. */
function NoFileYet({ run, format }: { readonly run: Run; readonly format?: PayoutFormat }) {
  const programId = useProgramId();
  const { data } = useRead('/api/programs/{programId}/payout-runs/{id}/files', {
    path: { programId, id: run.id },
    query: { limit: '200' },
  });
  if (data === undefined || data.data.some((file) => format === undefined || file.format === format))
    return null;
  return (
    <Text span inherit display="block" mt="xs" fw={500}>
      {texts.noFileDownloaded}
    </Text>
  );
}

/** What came of it where nothing was left to mark; else the page says above its table how many were, and offers to undo it. */
function paidText({ paid, already_paid: before }: RunPaid): string | null {
  if (paid > 0) return null;
  return before > 0 ? texts.alreadyMarkedAsPaidNothing : texts.noOpenPayoutsNothingChanged;
}

function PaySeveral({
  run,
  format,
  title,
  button: text,
  children,
}: {
  readonly run: Run;
  readonly format?: PayoutFormat;
  readonly title: string;
  readonly button: string;
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
      <Button ref={button} variant="default" onClick={open}>
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
  const form = useForm({
    initialValues: { reference: '' },
    validate: { reference: (value) => (value.trim() === '' ? texts.enterAReference : null) },
  });
  return (
    <FormDrawer
      title={title}
      onClose={onClose}
      onSubmit={form.onSubmit(({ reference }) => send(reference))}
      write={write}
      submit={texts.markAsPaid}
    >
      <Text size="sm">{children}</Text>
      <TextInput
        data-autofocus
        label={texts.reference}
        description={texts.howToFindTheTransfer}
        placeholder={texts.transferMarch1}
        maxLength={200}
        required
        {...form.getInputProps('reference')}
      />
    </FormDrawer>
  );
}
