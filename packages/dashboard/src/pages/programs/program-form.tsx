import {
  Button,
  Card,
  NumberInput,
  type NumberInputProps,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { useWrite } from '../../api/use-write.js';
import { type Program, useProgram, useProgramId } from '../../session/session.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/programs.js';
import { changedFields } from '../../ui/changed-fields.js';
import { useFieldErrors } from '../../ui/field-errors.js';
import { MoneyInput } from '../../ui/money-input.js';
import { SaveBar } from '../../ui/save-bar.js';
import { SectionTitle } from '../../ui/section-title.js';
import { useFocusFault } from '../../ui/use-focus-fault.js';
import { AttributionPrecedence } from '../codes/attribution-precedence.js';
import { FraudSettings, type FraudValues, fraudValuesOf } from './fraud-settings.js';
import { LeadSource } from './lead-source.js';
import { LinkSettings, type LinkValues, linkFieldsOf, linkValuesOf } from './link-settings.js';
import { MinimumPayouts, type MinimumValue } from './minimum-payouts.js';
import { PayoutScheduleCard, type ScheduleValues, scheduleOf, scheduleValuesOf } from './payout-schedule.js';

interface Values extends LinkValues, FraudValues, ScheduleValues {
  name: string;
  domain: string;
  cookieWindowDays: number | string;
  holdDays: number | string;
  leadSource: Program['lead_source'];
  attributionPrecedence: Program['attribution_precedence'];
  /** null: nothing. */
  leadRewardCents: number | null;
  minimumPayoutCents: number | null;
  minimumPayouts: MinimumValue[];
  payoutDetailsHoldHours: number | string;
  /** Empty: kept. */
  clickRetentionMonths: number | string;
}
type Fields = UseFormReturnType<Values>;

function valuesOf(program: Program): Values {
  return {
    name: program.name,
    domain: program.domain,
    cookieWindowDays: program.cookie_window_days,
    holdDays: program.hold_days,
    leadSource: program.lead_source,
    attributionPrecedence: program.attribution_precedence,
    leadRewardCents: program.lead_reward_cents,
    minimumPayoutCents: program.minimum_payout_cents,
    minimumPayouts: program.minimum_payouts.map(({ currency, amount_cents }) => ({
      currency,
      cents: amount_cents,
    })),
    payoutDetailsHoldHours: program.payout_details_hold_hours,
    clickRetentionMonths: program.click_retention_months ?? '',
    ...scheduleValuesOf(program),
    ...linkValuesOf(program),
    ...fraudValuesOf(program),
  };
}

/** The request that the form comes to. */
function bodyOf(values: Values) {
  return {
    name: values.name.trim(),
    domain: values.domain.trim(),
    cookie_window_days: Number(values.cookieWindowDays),
    hold_days: Number(values.holdDays),
    lead_source: values.leadSource,
    attribution_precedence: values.attributionPrecedence,
    ...linkFieldsOf(values),
    ...fraudValuesOf(values),
    lead_reward_cents: values.leadRewardCents,
    minimum_payout_cents: values.minimumPayoutCents ?? 0,
    minimum_payouts: values.minimumPayouts.map(({ currency, cents }) => ({
      currency,
      amount_cents: cents ?? 0,
    })),
    payout_schedule: scheduleOf(values),
    payout_details_hold_hours: Number(values.payoutDetailsHoldHours),
    click_retention_months: values.clickRetentionMonths === '' ? null : Number(values.clickRetentionMonths),
  };
}

const VALIDATE = {
  name: (name: string) => (name.trim() === '' ? common.enterAName : null),
  domain: (domain: string) => (/^[a-z0-9.-]+(:\d+)?$/i.test(domain.trim()) ? null : texts.enterADomainSuch),
  cookieWindowDays: (days: number | string) => (Number(days) >= 1 ? null : texts.enterAtLeast1Day),
  holdDays: (days: number | string) => (days === '' ? texts.enterANumberOfDays : null),
  minimumPayoutCents: (cents: number | null) => (cents === null ? texts.enterAnAmount0 : null),
  minimumPayouts: {
    cents: (cents: number | null) => (cents === null ? texts.enterAnAmountOrRemove : null),
  },
  payoutDetailsHoldHours: (hours: number | string) => (hours === '' ? texts.enterANumberOfHours : null),
};

type RewardTerms = Pick<Values, 'leadRewardCents' | 'leadSource'>;

const rewardsPages = ({ leadRewardCents, leadSource }: RewardTerms): boolean =>
  leadRewardCents !== null && leadSource !== 'server';

/** The rules of the form. A reward for sign-ups that pages report is refused, unless the program has one from before that was so. */
function rulesOf(program: Program) {
  return {
    ...VALIDATE,
    leadRewardCents: (_: number | null, values: Values) =>
      rewardsPages(values) && !rewardsPages(valuesOf(program))
        ? texts.rewardNeedsServers({ servers: texts.leadSources.server })
        : null,
  };
}

const FIELDS = {
  name: { at: 'name', invalid: common.enterAName },
  domain: { at: 'domain', invalid: texts.enterADomainSuch },
  cookie_window_days: { at: 'cookieWindowDays', invalid: texts.enterAtLeast1Day },
  hold_days: { at: 'holdDays', invalid: texts.enterANumberOfDays },
  minimum_payout_cents: { at: 'minimumPayoutCents', invalid: texts.enterAnAmount0 },
  payout_details_hold_hours: { at: 'payoutDetailsHoldHours', invalid: texts.enterANumberOfHours },
  click_retention_months: { at: 'clickRetentionMonths', invalid: texts.enterANumberOfMonths },
} as const;

/** The settings of a program in one form. */
export function ProgramForm() {
  const programId = useProgramId();
  const program = useProgram();
  const form = useForm<Values>({ initialValues: valuesOf(program), validate: rulesOf(program) });
  const save = useWrite('patch', '/api/programs/{programId}', {
    done: texts.settingsSaved,
    showsError: true,
    onDone: (saved) => {
      form.setInitialValues(valuesOf(saved));
      form.reset();
    },
  });
  const shown = useFieldErrors(form, save, FIELDS);
  const element = useFocusFault(form.errors);
  const saveProgram = (values: Values) =>
    save.send({
      path: { programId },
      body: changedFields(bodyOf(form.getInitialValues()), bodyOf(values)),
    });
  return (
    <form ref={element} onSubmit={form.onSubmit(saveProgram)} noValidate>
      <fieldset disabled={save.isSending} style={{ border: 0, margin: 0, padding: 0, minWidth: 0 }}>
        <Stack gap="md">
          <Identity form={form} program={program} />
          <Terms form={form} program={program} />
          <PayoutScheduleCard form={form} program={program} />
          <LeadSource form={form} />
          <AttributionPrecedence form={form} />
          <LinkSettings form={form} />
          <FraudSettings form={form} />
          <SaveBar isUnsaved={form.isDirty()} error={shown.error?.message}>
            {form.isDirty() && (
              <Button variant="default" onClick={form.reset}>
                {texts.discardChanges}
              </Button>
            )}
            <Button type="submit" loading={save.isSending} disabled={!form.isDirty()}>
              {common.save}
            </Button>
          </SaveBar>
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
      <SectionTitle id="program" mb="md">
        {common.program}
      </SectionTitle>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="md">
        <TextInput
          label={common.name}
          description={texts.visibleToPartners}
          required
          {...form.getInputProps('name')}
        />
        <TextInput
          label={texts.domain}
          description={texts.yourWebsitePartnerLinksPoint}
          required
          {...form.getInputProps('domain')}
        />
      </SimpleGrid>
      <Text size="sm" c="dimmed" mt="md">
        {texts.fixedCommissions({ currency: program.currency })}
      </Text>
    </Card>
  );
}

/** A whole number of days or hours. */
function PeriodInput(props: NumberInputProps) {
  return <NumberInput allowDecimal={false} required {...props} />;
}

function Terms({ form, program }: PartProps) {
  return (
    <Card>
      <SectionTitle id="terms" mb="md">
        {texts.terms}
      </SectionTitle>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="md">
        <PeriodInput
          label={texts.attributionWindow}
          description={texts.howLongAfterAClick}
          suffix={texts.daysSuffix}
          min={1}
          max={3650}
          {...form.getInputProps('cookieWindowDays')}
        />
        <PeriodInput
          label={texts.holdPeriod}
          description={texts.howLongACommissionStays}
          suffix={texts.daysSuffix}
          min={0}
          max={3650}
          {...form.getInputProps('holdDays')}
        />
        <MoneyInput
          label={texts.rewardPerLead}
          description={texts.whatASignUpEarns}
          currency={program.currency}
          value={form.values.leadRewardCents}
          onChange={(cents) => form.setFieldValue('leadRewardCents', cents === 0 ? null : cents)}
          error={form.errors.leadRewardCents}
        />
        <MoneyInput
          label={texts.minimumPayout}
          description={texts.smallerBalancesInWait({ currency: program.currency })}
          currency={program.currency}
          required
          value={form.values.minimumPayoutCents}
          onChange={(cents) => form.setFieldValue('minimumPayoutCents', cents)}
          error={form.errors.minimumPayoutCents}
        />
        <PeriodInput
          label={texts.holdAfterPayoutDetailsChange}
          description={texts.howLongPayoutRunsSkip}
          suffix={texts.hoursSuffix}
          min={0}
          max={720}
          {...form.getInputProps('payoutDetailsHoldHours')}
        />
        <PeriodInput
          label={texts.clickRetention}
          description={texts.whichClicksAreRemoved}
          suffix={texts.monthsSuffix}
          placeholder={texts.keptWithoutLimit}
          required={false}
          min={1}
          max={1200}
          {...form.getInputProps('clickRetentionMonths')}
        />
      </SimpleGrid>
      <MinimumPayouts form={form} programCurrency={program.currency} />
    </Card>
  );
}
