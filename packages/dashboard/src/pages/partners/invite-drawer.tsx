import { Divider, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { useWrite } from '../../api/use-write.js';
import { formatRule } from '../../format/rule.js';
import { useCan, useProgram, useProgramId } from '../../session/session.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/partners.js';
import { useFieldErrors } from '../../ui/field-errors.js';
import { FormDrawer } from '../../ui/form-drawer.js';
import { OwnRate, type OwnRateValues, ownRateFaults, ownRateOf } from '../../ui/own-rate.js';
import { ruleValuesOf } from '../../ui/rule-values.js';
import { GroupSelect } from './group-field.js';
import type { InvitedPartner } from './invited.js';
import { TagsField } from './tags.js';

const FIELDS = {
  name: { at: 'name', invalid: common.enterAName },
  email: { at: 'email', invalid: common.enterAnEmailAddress },
  short_link: { at: 'shortLink', invalid: texts.useNoSpaces },
} as const;

interface InviteValues extends OwnRateValues {
  name: string;
  email: string;
  shortLink: string;
  groupId: number | null;
  tags: string[];
}

function useInviteForm(rule: Parameters<typeof ruleValuesOf>[0]) {
  return useForm<InviteValues>({
    initialValues: {
      name: '',
      email: '',
      shortLink: '',
      groupId: null,
      tags: [],
      hasRate: false,
      ...ruleValuesOf(rule),
    },
    validate: (values) => ({
      name: values.name.trim() === '' ? common.enterAName : null,
      email: /^\S+@\S+$/.test(values.email.trim()) ? null : common.enterAnEmailAddress,
      ...ownRateFaults(values),
    }),
  });
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
  const form = useInviteForm(program.commission);
  const invite = useWrite('post', '/api/programs/{programId}/partners', {
    showsError: true,
    onDone: onInvited,
  });
  const shown = useFieldErrors(form, invite, FIELDS);
  const submit = form.onSubmit((values) => {
    const rule = ownRateOf(values);
    const shortLink = values.shortLink.trim();
    invite.send({
      path: { programId },
      body: {
        name: values.name.trim(),
        email: values.email.trim(),
        ...(shortLink !== '' && { short_link: shortLink }),
        ...(values.groupId !== null && { group_id: values.groupId }),
        ...(values.tags.length > 0 && { tags: values.tags }),
        ...(rule !== null && { commission: rule }),
      },
    });
  });
  return (
    <FormDrawer
      title={texts.inviteAPartner}
      onClose={onClose}
      write={shown}
      submit={texts.invite}
      onSubmit={submit}
    >
      <TextInput
        label={common.name}
        data-autofocus
        required
        maxLength={200}
        {...form.getInputProps('name')}
      />
      <TextInput
        type="email"
        label={common.email}
        description={texts.wellEmailThemAnInvitation}
        required
        {...form.getInputProps('email')}
      />
      <TextInput
        label={texts.firstLink}
        description={texts.aShortName}
        leftSection="?aff="
        leftSectionWidth={56}
        autoComplete="off"
        {...form.getInputProps('shortLink')}
      />
      <GroupSelect
        value={form.values.groupId}
        onChange={(groupId) => form.setFieldValue('groupId', groupId)}
      />
      <TagsField value={form.values.tags} onChange={(tags) => form.setFieldValue('tags', tags)} />
      {canSetRate && <CustomRate form={form} />}
    </FormDrawer>
  );
}

function CustomRate({ form }: { readonly form: UseFormReturnType<InviteValues> }) {
  const { commission, currency } = useProgram();
  const rule = commission && formatRule(commission, currency);
  return (
    <>
      <Divider />
      <OwnRate
        form={form}
        label={texts.customRate}
        description={
          rule === null
            ? texts.otherwiseTheyEarnThePrograms
            : texts.otherwiseTheyEarnTheProgramsStandard({ rule })
        }
      />
    </>
  );
}
