import { Divider, Stack, Text, TextInput } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import type { Row } from '../../api/client.js';
import { useWrite } from '../../api/use-write.js';
import { formatRule } from '../../format/rule.js';
import { useCan, useProgram, useProgramId } from '../../session/session.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/groups.js';
import { changedFields } from '../../ui/changed-fields.js';
import { ConfirmButton } from '../../ui/confirm-button.js';
import { useFieldErrors } from '../../ui/field-errors.js';
import { Form, FormDrawer } from '../../ui/form-drawer.js';
import { TextLink } from '../../ui/links.js';
import { OwnRate, type OwnRateValues, ownRateFaults, ownRateOf } from '../../ui/own-rate.js';
import { RulePreview } from '../../ui/rule-preview.js';
import { ruleOf, ruleValuesOf } from '../../ui/rule-values.js';

type Group = Row<'/api/programs/{programId}/groups'>;

interface GroupValues extends OwnRateValues {
  name: string;
}

const FIELDS = { name: { at: 'name', invalid: common.enterAName } } as const;

function useGroupForm(group: Pick<Group, 'name' | 'commission'>) {
  const { commission } = useProgram();
  return useForm<GroupValues>({
    initialValues: {
      name: group.name,
      hasRate: group.commission !== null,
      ...ruleValuesOf(group.commission ?? commission),
    },
    validate: (values) => ({
      name: values.name.trim() === '' ? common.enterAName : null,
      ...ownRateFaults(values),
    }),
  });
}

/** Adds a group, with a rate of its own or without. */
export function AddGroupDrawer({ onClose }: { readonly onClose: () => void }) {
  const programId = useProgramId();
  const form = useGroupForm({ name: '', commission: null });
  const create = useWrite('post', '/api/programs/{programId}/groups', {
    showsError: true,
    done: ({ name }) => texts.added({ name }),
    onDone: onClose,
  });
  const shown = useFieldErrors(form, create, FIELDS);
  const submit = form.onSubmit((values) => {
    const commission = ownRateOf(values);
    create.send({
      path: { programId },
      body: { name: values.name.trim(), ...(commission !== null && { commission }) },
    });
  });
  return (
    <FormDrawer title={texts.addGroup} onClose={onClose} write={shown} submit={texts.add} onSubmit={submit}>
      <Text size="sm">{texts.howToJoin}</Text>
      <GroupFields form={form} />
    </FormDrawer>
  );
}

interface GroupProps {
  readonly group: Group;
  readonly onClose: () => void;
}

/** Renames a group, changes its rate, or deletes it. */
export function EditGroup({ group, onClose }: GroupProps) {
  const programId = useProgramId();
  const canSetRate = useCan('program:write');
  const form = useGroupForm(group);
  const save = useWrite('patch', '/api/programs/{programId}/groups/{id}', {
    showsError: true,
    done: ({ name }) => texts.saved({ name }),
    onDone: onClose,
  });
  const shown = useFieldErrors(form, save, FIELDS);
  const bodyOf = (values: GroupValues) => ({
    name: values.name.trim(),
    ...(canSetRate && { commission: ownRateOf(values) }),
  });
  const submit = form.onSubmit((values) =>
    save.send({
      path: { programId, id: group.id },
      body: changedFields(bodyOf(form.getInitialValues()), bodyOf(values)),
    }),
  );
  return (
    <Stack gap="lg">
      <Text size="sm">
        {texts.members({
          partners: group.partners,
          link: (
            <TextLink to="/p/$programId/partners" params={{ programId }}>
              {texts.addMembers}
            </TextLink>
          ),
        })}
      </Text>
      <Form write={shown} submit={common.save} onSubmit={submit}>
        <GroupFields form={form} groupId={group.id} />
      </Form>
      {(canSetRate || group.commission === null) && (
        <>
          <Divider />
          <RemoveGroup group={group} onClose={onClose} />
        </>
      )}
    </Stack>
  );
}

function GroupFields({
  form,
  groupId,
}: {
  readonly form: UseFormReturnType<GroupValues>;
  /** null: it is a new one, of nobody yet. */
  readonly groupId?: number;
}) {
  const canSetRate = useCan('program:write');
  const { commission, currency } = useProgram();
  const { hasRate } = form.values;
  return (
    <>
      <TextInput
        label={common.name}
        description={texts.nameHint}
        autoComplete="off"
        required
        maxLength={200}
        data-autofocus
        {...form.getInputProps('name')}
      />
      {canSetRate && (
        <OwnRate
          form={form}
          hasClauses
          label={texts.ownRate}
          description={
            hasRate
              ? texts.ownRateHint
              : commission === null
                ? texts.otherwise
                : texts.otherwiseRule({ rule: formatRule(commission, currency) })
          }
        />
      )}
      {canSetRate && hasRate && groupId !== undefined && (
        <>
          <Text size="sm" c="dimmed">
            {texts.onlyNewSales}
          </Text>
          <RulePreview rule={ruleOf(form.values)} groupId={groupId} />
        </>
      )}
    </>
  );
}

function RemoveGroup({ group: { id, name, partners }, onClose }: GroupProps) {
  const programId = useProgramId();
  const remove = useWrite('delete', '/api/programs/{programId}/groups/{id}', {
    showsError: true,
    done: texts.deleted({ name }),
    onDone: onClose,
  });
  return (
    <div>
      <ConfirmButton
        title={texts.deleteQuestion({ name })}
        text={texts.deleteHint({ partners })}
        confirm={texts.delete}
        isDangerous
        write={remove}
        onConfirm={() => remove.sendAndWait({ path: { programId, id } })}
      >
        {texts.delete}
      </ConfirmButton>
    </div>
  );
}
