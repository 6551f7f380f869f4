import {
  Alert,
  Button,
  Card,
  Group,
  NumberInput,
  SimpleGrid,
  Stack,
  Switch,
  Text,
  Textarea,
  TextInput,
  Title,
} from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { useWrite } from '../../api/use-write.js';
import { type Program, useProgram, useProgramId } from '../../session/session.js';
import { Snippet } from '../../ui/copy.js';
import { MoneyInput } from '../../ui/money-input.js';
import { MinimumPayouts, type MinimumValue } from './minimum-payouts.js';

interface Values {
  name: string;
  domain: string;
  cookieWindowDays: number | string;
  holdDays: number | string;
  minimumPayoutCents: number | null;
  minimumPayouts: MinimumValue[];
  payoutDetailsHoldHours: number | string;
  acceptsApplications: boolean;
  applicationText: string;
}
type Fields = UseFormReturnType<Values>;

function valuesOf(program: Program): Values {
  return {
    name: program.name,
    domain: program.domain,
    cookieWindowDays: program.cookie_window_days,
    holdDays: program.hold_days,
    minimumPayoutCents: program.minimum_payout_cents,
    minimumPayouts: program.minimum_payouts.map(({ currency, amount_cents }) => ({
      currency,
      cents: amount_cents,
    })),
    payoutDetailsHoldHours: program.payout_details_hold_hours,
    acceptsApplications: program.accepts_applications,
    applicationText: program.application_text ?? '',
  };
}

const VALIDATE = {
  name: (name: string) => (name.trim() === '' ? 'Give it a name' : null),
  domain: (domain: string) =>
    /^[a-z0-9.-]+(:\d+)?$/i.test(domain.trim())
      ? null
      : 'Write a domain such as acme.example, without https://',
  cookieWindowDays: (days: number | string) => (Number(days) >= 1 ? null : 'At least one day'),
  holdDays: (days: number | string) => (days === '' ? 'Write a number of days, 0 for none' : null),
  minimumPayoutCents: (cents: number | null) => (cents === null ? 'Write an amount, 0 for none' : null),
  minimumPayouts: {
    cents: (cents: number | null) => (cents === null ? 'Enter an amount, or remove the currency' : null),
  },
  payoutDetailsHoldHours: (hours: number | string) =>
    hours === '' ? 'Enter a number of hours, 0 for none' : null,
};

/** Everything a program says of itself, in one form. */
export function ProgramForm() {
  const programId = useProgramId();
  const program = useProgram();
  const form = useForm<Values>({ initialValues: valuesOf(program), validate: VALIDATE });
  const save = useWrite('patch', '/api/programs/{programId}', {
    done: 'Saved',
    showsError: true,
    onDone: (saved) => {
      form.setInitialValues(valuesOf(saved));
      form.reset();
    },
  });
  const submit = (values: Values) =>
    save.send({
      path: { programId },
      body: {
        name: values.name.trim(),
        domain: values.domain.trim(),
        cookie_window_days: Number(values.cookieWindowDays),
        hold_days: Number(values.holdDays),
        minimum_payout_cents: values.minimumPayoutCents ?? 0,
        minimum_payouts: values.minimumPayouts.map(({ currency, cents }) => ({
          currency,
          amount_cents: cents ?? 0,
        })),
        payout_details_hold_hours: Number(values.payoutDetailsHoldHours),
        accepts_applications: values.acceptsApplications,
        application_text: values.applicationText.trim() === '' ? null : values.applicationText.trim(),
      },
    });
  return (
    <form onSubmit={form.onSubmit(submit)} noValidate>
      <fieldset disabled={save.isSending} style={{ border: 0, margin: 0, padding: 0, minWidth: 0 }}>
        <Stack gap="md">
          <Identity form={form} program={program} />
          <Terms form={form} program={program} />
          <Applications form={form} program={program} />
          {save.error && (
            <Alert color="red" role="alert" variant="light">
              {save.error.message}
            </Alert>
          )}
          <Group justify="flex-end" gap="xs">
            {form.isDirty() && (
              <Button variant="default" onClick={form.reset}>
                Discard changes
              </Button>
            )}
            <Button type="submit" loading={save.isSending} disabled={!form.isDirty()}>
              Save
            </Button>
          </Group>
        </Stack>
      </fieldset>
    </form>
  );
}

interface PartProps {
  readonly form: Fields;
  readonly program: Program;
}

function Identity({ form, program }: PartProps) {
  return (
    <Card>
      <Title order={2} mb="md">
        Program
      </Title>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="md">
        <TextInput label="Name" description="Partners see it." required {...form.getInputProps('name')} />
        <TextInput
          label="Domain"
          description="Where your site is. Links lead there."
          required
          {...form.getInputProps('domain')}
        />
      </SimpleGrid>
      <Text size="sm" c="dimmed" mt="md">
        Commissions of a fixed amount are in {program.currency}; that cannot be changed once a program exists.
      </Text>
    </Card>
  );
}

function Terms({ form, program }: PartProps) {
  return (
    <Card>
      <Title order={2} mb="md">
        Terms
      </Title>
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="md" verticalSpacing="md">
        <NumberInput
          label="Attribution window"
          description="How long after a click a new customer still counts for the partner. Clicks already made count by it too."
          suffix=" days"
          min={1}
          max={3650}
          allowDecimal={false}
          required
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...form.getInputProps('cookieWindowDays')}
        />
        <NumberInput
          label="Hold time"
          description="How long a commission waits before it is payable, so that refunds come first. Counts for sales to come."
          suffix=" days"
          min={0}
          max={3650}
          allowDecimal={false}
          required
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...form.getInputProps('holdDays')}
        />
        <MoneyInput
          label="Minimum payout"
          description={`Smaller balances wait for the next payout. For what is owed in ${program.currency}.`}
          currency={program.currency}
          required
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={form.values.minimumPayoutCents}
          onChange={(cents) => form.setFieldValue('minimumPayoutCents', cents)}
          error={form.errors.minimumPayoutCents}
        />
        <HoldField form={form} />
      </SimpleGrid>
      <MinimumPayouts form={form} programCurrency={program.currency} />
    </Card>
  );
}

function HoldField({ form }: Pick<PartProps, 'form'>) {
  return (
    <NumberInput
      label="Hold after payout details change"
      description="Payout runs skip a partner for this long after their payout details changed, in case someone else changed them. 0 for no hold."
      suffix=" hours"
      min={0}
      max={720}
      allowDecimal={false}
      required
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      {...form.getInputProps('payoutDetailsHoldHours')}
    />
  );
}

function Applications({ form, program }: PartProps) {
  return (
    <Card>
      <Stack gap="md">
        <Title order={2}>Applications</Title>
        <Switch
          label="Let people apply to become a partner"
          description="You approve or reject each of them."
          {...form.getInputProps('acceptsApplications', { type: 'checkbox' })}
        />
        {form.values.acceptsApplications && (
          <>
            <Textarea
              label="What applicants read"
              description="Say whom you look for, and what you would like to know."
              autosize
              minRows={3}
              maxRows={10}
              maxLength={2000}
              {...form.getInputProps('applicationText')}
            />
            <div>
              <Text size="sm" fw={500} mb={4}>
                Public address
              </Text>
              <Snippet code={`${window.location.origin}/apply/${program.id}`} label="Public address" />
              {!program.accepts_applications && (
                <Text size="xs" c="dimmed" mt={4}>
                  It takes applications once you have saved.
                </Text>
              )}
            </div>
          </>
        )}
      </Stack>
    </Card>
  );
}
