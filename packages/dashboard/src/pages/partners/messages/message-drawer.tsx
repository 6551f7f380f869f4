import { Button, Drawer, Textarea, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { request } from '../../../api/client.js';
import { createIdempotencyKey } from '../../../api/idempotency-key.js';
import { useAction, useWrite } from '../../../api/use-write.js';
import { useProgramId } from '../../../session/session.js';
import { common } from '../../../texts/common.js';
import { texts as bulkTexts } from '../../../texts/partner-bulk.js';
import { texts } from '../../../texts/partner-messages.js';
import { useFieldErrors } from '../../../ui/field-errors.js';
import { Form, useFocusBack } from '../../../ui/form-drawer.js';
import type { Chosen } from '../bulk/bulk.js';
import { type NewMessage, PATH } from './message.js';
import { MessagePreview } from './message-preview.js';

// As the service takes them.
const LONGEST_SUBJECT = 150;
const LONGEST_BODY = 5000;

const FIELDS = {
  subject: { at: 'subject', invalid: texts.removeUnusualCharacters },
  body: { at: 'body', invalid: texts.removeUnusualCharacters },
} as const;

interface Values {
  subject: string;
  body: string;
}

/** A text that was shown with who gets it. */
interface Draft {
  readonly subject: string;
  readonly body: string;
  /** Names the request that sends it, so that it is sent once. */
  readonly key: string;
}

/** Asks what to write, shows who gets it and how, and sends it. */
export function MessageDrawer({
  chosen,
  suggestion = { subject: '', body: '' },
  onClose,
  onDone,
}: {
  readonly chosen: Chosen;
  /** What the form begins with. */
  readonly suggestion?: Values;
  readonly onClose: () => void;
  readonly onDone: () => void;
}) {
  const programId = useProgramId();
  useFocusBack();
  const [draft, setDraft] = useState<Draft | null>(null);
  const form = useForm<Values>({
    initialValues: suggestion,
    validate: {
      subject: (subject) => (subject.trim() === '' ? texts.enterASubject : null),
      body: (body) => (body.trim() === '' ? texts.enterAMessage : null),
    },
  });
  const preview = useWrite('post', PATH, {
    showsError: true,
    onDone: (_answer, { body: { subject, body } }) =>
      setDraft({ subject, body, key: createIdempotencyKey() }),
  });
  const send = useSend(programId, onDone);
  const shown = useFieldErrors(form, preview, FIELDS);
  const submit = form.onSubmit(({ subject, body }) =>
    preview.send({ path: { programId }, body: { ...chosen, subject: subject.trim(), body, preview: true } }),
  );
  const back = () => {
    setDraft(null);
    send.reset();
  };
  return (
    <Drawer opened onClose={onClose} title={texts.sendAMessage}>
      {/* Kept while its preview is shown, for those who go back. */}
      <div hidden={draft !== null}>
        <Form
          write={shown}
          submit={bulkTexts.next}
          onSubmit={submit}
          extra={
            <Button variant="default" onClick={onClose}>
              {common.cancel}
            </Button>
          }
        >
          <MessageFields form={form} />
        </Form>
      </div>
      {draft !== null && preview.answer !== null && (
        <MessagePreview
          {...draft}
          answer={preview.answer}
          write={send}
          onBack={back}
          onClose={onClose}
          // Those of the preview, so that nobody gets it who was not in it.
          onConfirm={(ids) => send.send({ ...draft, ids: [...ids] })}
        />
      )}
    </Drawer>
  );
}

/** Sends a draft, once however often that is tried. */
function useSend(programId: string, onDone: () => void) {
  return useAction(
    ({ key, ...body }: NewMessage & { readonly key: string }) =>
      request('post', PATH, { path: { programId }, body }, { headers: { 'idempotency-key': key } }),
    {
      showsError: true,
      onDone({ data }) {
        const of = (wanted: string) => data.filter(({ result }) => result === wanted).length;
        const [emailed, inPortal] = [of('emailed'), of('portal_only')];
        const withoutAccount = data.filter(({ reason }) => reason === 'no_account').length;
        const message =
          inPortal === 0
            ? texts.sent({ count: emailed })
            : [
                texts.sentInPortal({ count: emailed + inPortal, emailed }),
                ...(withoutAccount > 0 ? [texts.notSignedInYet({ count: withoutAccount })] : []),
              ].join(' · ');
        notifications.show({ message, color: 'brand' });
        onDone();
      },
    },
  );
}

function MessageFields({ form }: { readonly form: UseFormReturnType<Values> }) {
  return (
    <>
      <TextInput
        label={texts.subject}
        data-autofocus
        required
        maxLength={LONGEST_SUBJECT}
        {...form.getInputProps('subject')}
      />
      <Textarea
        label={texts.message}
        description={texts.plainText}
        required
        autosize
        minRows={10}
        maxRows={24}
        maxLength={LONGEST_BODY}
        {...form.getInputProps('body')}
      />
    </>
  );
}
