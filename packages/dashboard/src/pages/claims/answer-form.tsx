import { Radio, Stack, Textarea, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useWrite } from '../../api/use-write.js';
import { useProgramId } from '../../session/session.js';
import { texts } from '../../texts/claims.js';
import { Form } from '../../ui/form-drawer.js';

interface Values {
  readonly status: 'accepted' | 'rejected' | '';
  readonly answer: string;
}

/** Answers a claim, once. */
export function AnswerForm({ claimId, onDone }: { readonly claimId: number; readonly onDone: () => void }) {
  const programId = useProgramId();
  const write = useWrite('post', '/api/programs/{programId}/claims/{id}/answer', {
    done: texts.answerSentToThePartner,
    onDone,
    showsError: true,
  });
  const form = useForm<Values>({
    initialValues: { status: '', answer: '' },
    validate: {
      status: (value) => (value === '' ? texts.chooseAnAnswer : null),
      answer: (value) => (value.trim() === '' ? texts.enterAMessage : null),
    },
  });
  const submitAnswer = ({ status, answer }: Values) => {
    if (status === '') return;
    write.send({ path: { programId, id: claimId }, body: { status, answer: answer.trim() } });
  };
  return (
    <section aria-label={texts.yourAnswer}>
      <Title order={3} mb="xs">
        {texts.yourAnswer}
      </Title>
      <Form onSubmit={form.onSubmit(submitAnswer)} write={write} submit={texts.sendAnswer}>
        <Radio.Group label={texts.isThePartnerRight} withAsterisk {...form.getInputProps('status')}>
          <Stack gap="xs" mt={4}>
            <Radio value="accepted" label={texts.yesAccept} description={texts.acceptingAClaimDoesntRecord} />
            <Radio value="rejected" label={texts.noReject} />
          </Stack>
        </Radio.Group>
        <Textarea
          label={texts.messageToThePartner}
          description={texts.youCanAnswerAClaim}
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
