import { NumberInput, Radio, Select, Stack, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { useWrite } from '../../../api/use-write.js';
import { CURRENCY_CHOICES } from '../../../format/currency.js';
import { common } from '../../../texts/common.js';
import { texts } from '../../../texts/workspaces.js';
import { Form } from '../../../ui/form-drawer.js';
import { PageHeader } from '../../../ui/page-header.js';
import { RuleFields } from '../../../ui/rule-fields.js';
import { RULE_CHECKS, type RuleValues, ruleOf, ruleValuesOf } from '../../../ui/rule-values.js';
import { useGoTo } from './use-step.js';

const HOLD_DAYS = 30;

interface ProgramValues extends RuleValues {
  name: string;
  domain: string;
  currency: string;
  holdDays: number | string;
  leadSource: 'any' | 'server';
}

/** What somebody typed or pasted as a domain, without what does not belong to it. */
function domainOf(typed: string): string {
  return typed
    .trim()
    .replace(/^[a-z]+:\/\//i, '')
    .replace(/\/.*$/, '')
    .toLowerCase();
}

/** Makes the program: its name, site, currency, and what partners earn. */
export function ProgramStep({ workspaceId }: { readonly workspaceId: string }) {
  const goTo = useGoTo();
  const form = useForm<ProgramValues>({
    initialValues: {
      name: '',
      domain: '',
      currency: 'USD',
      holdDays: HOLD_DAYS,
      leadSource: 'server',
      ...ruleValuesOf(null),
    },
    validate: {
      name: (name) => (name.trim() === '' ? common.enterAName : null),
      domain: (domain) => (domainOf(domain) === '' ? texts.enterTheDomain : null),
      ...RULE_CHECKS,
      holdDays: (days) => (typeof days === 'number' ? null : texts.enterANumberOfDays),
    },
  });
  const create = useWrite('post', '/api/workspaces/{workspaceId}/programs', {
    showsError: true,
    onDone: ({ id }) => goTo({ step: 'origins', program: String(id) }),
  });
  const submit = form.onSubmit((values) => {
    const commission = ruleOf(values);
    if (commission === null) return;
    create.send({
      path: { workspaceId },
      body: {
        name: values.name.trim(),
        domain: domainOf(values.domain),
        currency: values.currency,
        commission,
        hold_days: Number(values.holdDays),
        lead_source: values.leadSource,
      },
    });
  });
  return (
    <>
      <PageHeader title={texts.yourProgram} description={texts.whatPartnersPromoteAndWhat} isTopLevel />
      <Form submit={texts.continue} write={create} onSubmit={submit}>
        <ProgramFields form={form} />
      </Form>
    </>
  );
}

function ProgramFields({ form }: { readonly form: UseFormReturnType<ProgramValues> }) {
  return (
    <>
      <TextInput
        label={common.name}
        description={texts.visibleToPartnersForExample}
        required
        {...form.getInputProps('name')}
      />
      <TextInput
        label={texts.domain}
        description={texts.wherePartnerLinksGo}
        placeholder="acme.example"
        inputMode="url"
        autoComplete="off"
        required
        {...form.getInputProps('domain')}
      />
      <Select
        label={common.currency}
        data={CURRENCY_CHOICES}
        searchable
        required
        allowDeselect={false}
        nothingFoundMessage={texts.noMatchingCurrency}
        {...form.getInputProps('currency')}
      />
      <RuleFields form={form} currency={form.values.currency} />
      <NumberInput
        label={texts.holdPeriodInDays}
        description={texts.howLongCommissionsStayPending}
        min={0}
        max={3650}
        allowDecimal={false}
        allowNegative={false}
        required
        {...form.getInputProps('holdDays')}
      />
      <Radio.Group
        label={texts.whereAreSignUpsReported}
        description={texts.whyServerSignUps}
        required
        {...form.getInputProps('leadSource')}
      >
        <Stack gap="sm" mt="sm">
          <Radio value="server" label={texts.signUpsFromServer} description={texts.signUpsFromServerText} />
          <Radio value="any" label={texts.signUpsFromPages} description={texts.signUpsFromPagesText} />
        </Stack>
      </Radio.Group>
    </>
  );
}
