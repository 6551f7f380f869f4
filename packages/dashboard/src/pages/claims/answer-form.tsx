import { Radio, Stack, Textarea, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useWrite } from '../../api/use-write.js';
import { useCan, useProgram, useProgramId } from '../../session/session.js';
import { texts } from '../../texts/claims.js';
import { Form } from '../../ui/form-drawer.js';
import {
  ACTION_RULES,
  type ActionValues,
  actionOf,
  type Claim,
  ClaimActionFields,
  useClaimedSale,
} from './claim-action.js';

interface Values extends ActionValues {
  status: 'accepted' | 'rejected' | '';
  answer: string;
}

const NO_ACTION = { action: '', customerKey: '', amountCents: null, occurredOn: '' } as const;

/** Answers a claim, once, and corrects the books with it where the answer is yes. */
export function AnswerForm({ claim, onDone }: { readonly claim: Claim; readonly onDone: () => void }) {
  const programId = useProgramId();
  const { currency } = useProgram();
  const canCorrect = useCan('commission:write');
  const customerId = useClaimedSale(claim)?.customer_id ?? null;
  const write = useWrite('post', '/api/programs/{programId}/claims/{id}/answer', {
    done: ({ correction }) => texts.sent[correction?.type ?? 'answer'],
    onDone,
    showsError: true,
  });
  const form = useForm<Values>({
    initialValues: { status: '', answer: '', ...NO_ACTION, currency },
    validate: {
      status: (value) => (value === '' ? texts.chooseAnAnswer : null),
      answer: (value) => (value.trim() === '' ? texts.enterAMessage : null),
      action: (value, values) => (isCorrected(values) ? ACTION_RULES.action(value) : null),
      customerKey: (value, values) => (isCorrected(values) ? ACTION_RULES.customerKey(value, values) : null),
      amountCents: (value, values) => (isCorrected(values) ? ACTION_RULES.amountCents(value, values) : null),
    },
  });
  const isCorrected = ({ status }: Values) => canCorrect && status === 'accepted';
  const submitAnswer = (values: Values) => {
    const { status, answer } = values;
    if (status === '') return;
    const action = isCorrected(values) ? actionOf(values, customerId, claim) : null;
    write.send({ path: { programId, id: claim.id }, body: { status, answer: answer.trim(), action } });
  };
  return (
    <section aria-label={texts.yourAnswer}>
      <Title order={3} mb="xs">
        {texts.yourAnswer}
      </Title>
      <Form onSubmit={form.onSubmit(submitAnswer)} write={write} submit={texts.sendAnswer}>
        <Radio.Group label={texts.isThePartnerRight} withAsterisk {...form.getInputProps('status')}>
          <Stack gap="xs" mt={4}>
            <Radio
              value="accepted"
              label={texts.yesAccept}
              description={canCorrect ? texts.youChooseACorrection : texts.acceptingAClaimDoesntRecord}
            />
            <Radio value="rejected" label={texts.noReject} />
          </Stack>
        </Radio.Group>
        {isCorrected(form.values) && (
          <ClaimActionFields
            form={form}
            claim={claim}
            customerId={claim.finding === 'credited_elsewhere' ? customerId : null}
          />
        )}
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
