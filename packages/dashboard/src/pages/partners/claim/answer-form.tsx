import { Radio, Stack, Textarea, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useWrite } from '../../../api/use-write.js';
import { useProgramId } from '../../../session/session.js';
import { Form } from '../../../ui/form-drawer.js';

interface Values {
  readonly status: 'accepted' | 'rejected' | '';
  readonly answer: string;
}

/** Answers a claim, once. */
export function AnswerForm({ claimId, onDone }: { readonly claimId: number; readonly onDone: () => void }) {
  const programId = useProgramId();
  const write = useWrite('post', '/api/programs/{programId}/claims/{id}/answer', {
    done: 'The partner sees your answer now',
    onDone,
    showsError: true,
  });
  const form = useForm<Values>({
    initialValues: { status: '', answer: '' },
    validate: {
      status: (value) => (value === '' ? 'Choose one' : null),
      answer: (value) => (value.trim() === '' ? 'Say why, for the partner' : null),
    },
  });
  const send = ({ status, answer }: Values) => {
    if (status === '') return;
    write.send({ path: { programId, id: claimId }, body: { status, answer: answer.trim() } });
  };
  return (
    <section aria-label="Your answer">
      <Title order={3} mb="xs">
        Your answer
      </Title>
      <Form onSubmit={form.onSubmit(send)} write={write} submit="Send the answer">
        <Radio.Group label="Is the partner right?" withAsterisk {...form.getInputProps('status')}>
          <Stack gap="xs" mt={4}>
            <Radio
              value="accepted"
              label="Yes, accept"
              description="The answer alone moves no money. Report the missing sale from your server as well."
            />
            <Radio value="rejected" label="No, reject" />
          </Stack>
        </Radio.Group>
        <Textarea
          label="What the partner reads"
          description="It can be answered once, and not changed afterwards."
          withAsterisk
          autosize
          minRows={3}
          maxLength={2000}
          {...form.getInputProps('answer')}
        />
      </Form>
    </section>
  );
}
