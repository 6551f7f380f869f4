import { Divider, Switch, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useWrite } from '../../api/use-write.js';
import { formatRule } from '../../format/rule.js';
import { useCan, useProgram, useProgramId } from '../../session/session.js';
import { FormDrawer } from '../../ui/form-drawer.js';
import { RULE_CHECKS, RuleFields, ruleOf, ruleValuesOf } from '../../ui/rule-fields.js';
import type { InvitedPartner } from './invited.js';

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
  const form = useForm({
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
      {canSetRate && (
        <>
          <Divider />
          <Switch
            label="A rate of their own"
            description={
              program.commission
                ? `Otherwise they earn what everybody does: ${formatRule(program.commission, program.currency)}.`
                : 'Otherwise they earn what everybody does.'
            }
            {...form.getInputProps('hasOwnRate', { type: 'checkbox' })}
          />
          {form.values.hasOwnRate && <RuleFields form={form} currency={program.currency} />}
        </>
      )}
    </FormDrawer>
  );
}
