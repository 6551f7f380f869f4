import { Select, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useRouter } from '@tanstack/react-router';
import { useWrite } from '../../api/use-write.js';
import { CURRENCY_CHOICES } from '../../format/currency.js';
import { useWorkspaceId } from '../../session/session.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/programs.js';
import { useFieldErrors } from '../../ui/field-errors.js';
import { FormDrawer } from '../../ui/form-drawer.js';
import { RuleFields } from '../../ui/rule-fields.js';
import { RULE_CHECKS, type RuleValues, ruleOf, ruleValuesOf } from '../../ui/rule-values.js';

interface Values extends RuleValues {
  name: string;
  domain: string;
  currency: string;
}

const FIELDS = {
  name: { at: 'name', invalid: common.enterAName },
  domain: { at: 'domain', invalid: texts.enterADomainSuch },
  currency: { at: 'currency' },
} as const;

/** The form for another program; it goes on to connecting the site. */
export function CreateProgram({ onClose }: { readonly onClose: () => void }) {
  const workspaceId = useWorkspaceId();
  const router = useRouter();
  const form = useForm<Values>({
    initialValues: { name: '', domain: '', currency: 'USD', ...ruleValuesOf(null) },
    validate: {
      ...RULE_CHECKS,
      name: (name) => (name.trim() === '' ? common.enterAName : null),
      domain: (domain) => (/^[a-z0-9.-]+(:\d+)?$/i.test(domain.trim()) ? null : texts.enterADomainSuch),
    },
  });
  const rule = ruleOf(form.values);
  const create = useWrite('post', '/api/workspaces/{workspaceId}/programs', {
    done: ({ name }) => texts.isReadyNextConnect({ name }),
    showsError: true,
    onDone: ({ id }) =>
      void router.navigate({ to: '/p/$programId/integration', params: { programId: String(id) } }),
  });
  const shown = useFieldErrors(form, create, FIELDS);
  return (
    <FormDrawer
      title={texts.createProgram}
      submit={texts.createProgram}
      write={shown}
      onClose={onClose}
      onSubmit={form.onSubmit(({ name, domain, currency }) => {
        if (rule === null) return;
        create.send({
          path: { workspaceId },
          body: { name: name.trim(), domain: domain.trim(), currency, commission: rule },
        });
      })}
    >
      <TextInput
        label={common.name}
        description={texts.visibleToPartners}
        data-autofocus
        required
        {...form.getInputProps('name')}
      />
      <TextInput
        label={texts.domain}
        description={texts.yourSiteLinksGoThere}
        placeholder="acme.example"
        inputMode="url"
        autoCapitalize="off"
        required
        {...form.getInputProps('domain')}
      />
      <Select
        label={common.currency}
        description={texts.forFixedAmounts}
        data={CURRENCY_CHOICES}
        searchable
        allowDeselect={false}
        required
        {...form.getInputProps('currency')}
      />
      <RuleFields form={form} currency={form.values.currency} />
    </FormDrawer>
  );
}
