import { Divider, Switch, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { useWrite } from '../../api/use-write.js';
import { formatRule } from '../../format/rule.js';
import { useCan, useProgram, useProgramId } from '../../session/session.js';
import { FormDrawer } from '../../ui/form-drawer.js';
import { RULE_CHECKS, RuleFields, type RuleValues, ruleOf, ruleValuesOf } from '../../ui/rule-fields.js';
import type { InvitedPartner } from './invited.js';

interface InviteValues extends RuleValues {
  name: string;
  email: string;
  shortLink: string;
  hasOwnRate: boolean;
}

/** Invites a partner: approved at once, with a first link and a rate of their own where wanted. */
export function InviteDrawer({
  onClose,
  onInvited,
}: {
  readonly onClose: () => void;
  readonly onInvited: (invited: InvitedPartner) => void;
}) {
  const programId = useProgramId();
  const program = useProgram();
  const canSetRate = useCan('program:write');
  const form = useForm<InviteValues>({
    initialValues: {
      name: '',
      email: '',
      shortLink: '',
      hasOwnRate: false,
      ...ruleValuesOf(program.commission),
    },
    validate: {
      name: (name) => (name.trim() === '' ? 'Write a name' : null),
      email: (email) => (/^\S+@\S+$/.test(email.trim()) ? null : 'Write an email address'),
      percent: (percent, values) => (values.hasOwnRate ? RULE_CHECKS.percent(percent, values) : null),
      amountCents: (amount, values) => (values.hasOwnRate ? RULE_CHECKS.amountCents(amount, values) : null),
      months: (months, values) => (values.hasOwnRate ? RULE_CHECKS.months(months, values) : null),
    },
  });
  const invite = useWrite('post', '/api/programs/{programId}/partners', {
    showsError: true,
    onDone: onInvited,
  });
  const submit = form.onSubmit((values) => {
    const rule = values.hasOwnRate ? ruleOf(values) : null;
    const shortLink = values.shortLink.trim();
    invite.send({
      path: { programId },
      body: {
        name: values.name.trim(),
        email: values.email.trim(),
        ...(shortLink !== '' && { short_link: shortLink }),
        ...(rule !== null && { commission: rule }),
      },
    });
  });
  return (
    <FormDrawer title="Invite a partner" onClose={onClose} write={invite} submit="Invite" onSubmit={submit}>
      <TextInput label="Name" data-autofocus required maxLength={200} {...form.getInputProps('name')} />
      <TextInput
        type="email"
        label="Email"
        description="They get a mail that lets them sign in."
        required
        {...form.getInputProps('email')}
      />
      <TextInput
        label="First link"
        description="A short word for their address, such as jane. You can create links later too."
        leftSection="?aff="
        leftSectionWidth={56}
        autoComplete="off"
        {...form.getInputProps('shortLink')}
      />
      {canSetRate && <OwnRate form={form} />}
    </FormDrawer>
  );
}

function OwnRate({ form }: { readonly form: UseFormReturnType<InviteValues> }) {
  const { commission, currency } = useProgram();
  const usual = commission ? `: ${formatRule(commission, currency)}` : '';
  return (
    <>
      <Divider />
      <Switch
        label="A rate of their own"
        description={`Otherwise they earn what everybody does${usual}.`}
        {...form.getInputProps('hasOwnRate', { type: 'checkbox' })}
      />
      {form.values.hasOwnRate && <RuleFields form={form} currency={currency} />}
    </>
  );
}
