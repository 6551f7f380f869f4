import { Alert, Button, Group, Text, Textarea, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Answer } from '../../api/client.js';
import { useWrite } from '../../api/use-write.js';
import { within } from '../../language/within.js';
import { usePartnerProgram, useProgramId } from '../../session/session.js';
import { texts } from '../../texts/portal.js';
import { useFieldErrors } from '../../ui/field-errors.js';
import { FormDrawer } from '../../ui/form-drawer.js';
import { FINDINGS } from './claim-words.js';
import { Story } from './story.js';

type Checked = Answer<'/api/partner/programs/{programId}/claims/check', 'post'>;

const FIELDS = { reference: { at: 'reference', invalid: texts.enterAnOrderNumber } } as const;

const VALIDATE = {
  reference: (reference: string) => (reference.trim() === '' ? texts.enterAnOrderNumber : null),
};

/** Says that a sale is missing: first what is recorded of the order, then the claim. `onMade` gets the number of the claim. */
export function NewClaimDrawer({
  onClose,
  onMade,
}: {
  readonly onClose: () => void;
  readonly onMade: (claimId: number) => void;
}) {
  const programId = useProgramId();
  const { company: workspace } = usePartnerProgram();
  const form = useForm({ initialValues: { reference: '', note: '' }, validate: VALIDATE });
  const check = useWrite('post', '/api/partner/programs/{programId}/claims/check', { showsError: true });
  const create = useWrite('post', '/api/partner/programs/{programId}/claims', {
    showsError: true,
    onDone: (claim) => onMade(claim.id),
  });
  const checked = check.answer;
  const shown = useFieldErrors(form, checked === null ? check : create, FIELDS);
  const path = { programId };
  const send = form.onSubmit(({ reference, note }) => {
    if (checked === null) check.send({ path, body: { reference: reference.trim() } });
    else if (checked.claim_id !== null) onMade(checked.claim_id);
    else if (checked.finding === 'credited') onClose();
    else {
      const body = { reference: reference.trim(), ...(note.trim() !== '' && { note: note.trim() }) };
      create.send({ path, body });
    }
  });
  return (
    <FormDrawer
      title={texts.reportAMissingSale}
      submit={submitOf(checked)}
      onClose={onClose}
      onSubmit={send}
      write={shown}
    >
      <TextInput
        data-autofocus
        label={texts.orderNumber}
        description={texts.theNumberOnTheCustomers}
        required
        readOnly={checked !== null}
        autoComplete="off"
        maxLength={255}
        {...form.getInputProps('reference')}
      />
      {checked !== null && (
        <>
          <OrderCheck checked={checked} workspace={workspace} />
          {canClaim(checked) && (
            <Textarea
              label={texts.note}
              description={texts.anythingShouldKnowSuch({ workspace })}
              autosize
              minRows={3}
              maxLength={2000}
              {...form.getInputProps('note')}
            />
          )}
          <Again
            onClick={() => {
              check.reset();
              create.reset();
            }}
          />
        </>
      )}
    </FormDrawer>
  );
}

function Again({ onClick }: { readonly onClick: () => void }) {
  return (
    <Group>
      <Button variant="subtle" size="compact-sm" onClick={onClick}>
        {texts.checkAnotherOrder}
      </Button>
    </Group>
  );
}

function canClaim({ claim_id, finding }: Checked): boolean {
  return claim_id === null && finding !== 'credited';
}

function submitOf(checked: Checked | null): string {
  if (checked === null) return texts.checkOrder;
  if (checked.claim_id !== null) return texts.viewYourClaim;
  return checked.finding === 'credited' ? texts.done : texts.submitClaim;
}

/** What is recorded of the order, before it is claimed. */
function OrderCheck({ checked, workspace }: { readonly checked: Checked; readonly workspace: string }) {
  const { finding, claim_id: claimId } = checked;
  return (
    <section aria-labelledby="order-check" aria-live="polite">
      <Title order={2} size="h3" mb="sm" id="order-check">
        {texts.orderCheckResult({ findings: within(FINDINGS[finding]) })}
      </Title>
      <Story told={checked} />
      <Alert mt="md" variant="light" color={finding === 'credited' ? 'brand' : 'gray'}>
        <Text size="sm">
          {claimId !== null
            ? texts.alreadyClaimed
            : finding === 'credited'
              ? texts.nothingIsMissing
              : texts.doYouStillWantToClaim({ workspace })}
        </Text>
      </Alert>
    </section>
  );
}
