import { Select, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useRouter } from '@tanstack/react-router';
import { useWrite } from '../../api/use-write.js';
import { CURRENCY_CHOICES } from '../../format/currency.js';
import { useWorkspaceId } from '../../session/session.js';
import { FormDrawer } from '../../ui/form-drawer.js';
import { RULE_CHECKS, RuleFields, type RuleValues, ruleOf, ruleValuesOf } from '../../ui/rule-fields.js';

interface Values extends RuleValues {
  name: string;
  domain: string;
  currency: string;
}

/** The form for another program; it goes on to connecting the site. */
export function CreateProgram({ onClose }: { readonly onClose: () => void }) {
  const workspaceId = useWorkspaceId();
  const router = useRouter();
  const form = useForm<Values>({
    initialValues: { name: '', domain: '', currency: 'USD', ...ruleValuesOf(null) },
    validate: {
      ...RULE_CHECKS,
      name: (name) => (name.trim() === '' ? 'Give it a name' : null),
      domain: (domain) =>
        /^[a-z0-9.-]+(:\d+)?$/i.test(domain.trim())
          ? null
          : 'Write a domain such as acme.example, without https://',
    },
  });
  const rule = ruleOf(form.values);
  const create = useWrite('post', '/api/workspaces/{workspaceId}/programs', {
    done: ({ name }) => `${name} is ready. Connect your site next.`,
    showsError: true,
    onDone: ({ id }) =>
      void router.navigate({ to: '/p/$programId/integration', params: { programId: String(id) } }),
  });
  return (
    <FormDrawer
      title="Create a program"
      submit="Create program"
      write={create}
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
        label="Name"
        description="Partners see it."
        data-autofocus
        required
        {...form.getInputProps('name')}
      />
      <TextInput
        label="Domain"
        description="Where your site is. Links lead there."
        placeholder="acme.example"
        inputMode="url"
        autoCapitalize="off"
        required
        {...form.getInputProps('domain')}
      />
      <Select
        label="Currency"
        description="Of fixed amounts and of the minimum payout; it stays. Sales may be in any currency."
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
