import { Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type Row, request } from '../../api/client.js';
import { useAction } from '../../api/use-write.js';
import { formatRule } from '../../format/rule.js';
import { useCan, useProgram, useProgramId } from '../../session/session.js';
import { texts } from '../../texts/partners.js';
import { FormDrawer } from '../../ui/form-drawer.js';
import { OwnRate, type OwnRateValues, ownRateFaults, ownRateOf } from '../../ui/own-rate.js';
import { ruleValuesOf } from '../../ui/rule-values.js';
import { GroupSelect } from './group-field.js';

interface ApproveValues extends OwnRateValues {
  groupId: number | null;
}

type Applicant = Pick<
  Row<'/api/programs/{programId}/partners'>,
  'id' | 'name' | 'email' | 'group_id' | 'commission'
>;

/** Approves an application, in a group or with a rate of their own where wanted: both count from the first sale. */
export function ApproveDrawer({
  partner: { id, name, email, group_id: groupId, commission: own },
  onClose,
  onLink,
}: {
  readonly partner: Applicant;
  readonly onClose: () => void;
  /** Gets the link of their invitation, where no email brought it. */
  readonly onLink?: ((url: string) => void) | undefined;
}) {
  const programId = useProgramId();
  const { commission, currency } = useProgram();
  const canSetRate = useCan('program:write');
  const form = useForm<ApproveValues>({
    initialValues: { groupId, hasRate: false, ...ruleValuesOf(own ?? commission) },
    validate: ownRateFaults,
  });
  const approve = useAction(
    async (values: ApproveValues) => {
      const path = { programId, id };
      const rule = ownRateOf(values);
      // First: approved without it, they could sell at another rate. Set again after a failure, it is the same rate.
      if (rule !== null)
        await request('post', '/api/programs/{programId}/partners/{id}/rules', {
          path,
          body: { commission: rule },
        });
      return request('patch', '/api/programs/{programId}/partners/{id}', {
        path,
        body: { status: 'approved', ...(values.groupId !== groupId && { group_id: values.groupId }) },
      });
    },
    {
      showsError: true,
      done: texts.approved({ name }),
      onDone({ invitation_url: url }) {
        if (url !== null) onLink?.(url);
        onClose();
      },
    },
  );
  return (
    <FormDrawer
      title={texts.approvePartner({ name })}
      onClose={onClose}
      write={approve}
      submit={texts.approve}
      onSubmit={form.onSubmit((values) => approve.send(values))}
    >
      <Text size="sm">{texts.theyGetALinkAndAnEmail({ email })}</Text>
      <GroupSelect value={form.values.groupId} onChange={(next) => form.setFieldValue('groupId', next)} />
      {canSetRate && (
        <OwnRate
          form={form}
          label={own === null ? texts.customRate : texts.setAnotherRate}
          description={
            own !== null
              ? texts.otherwiseTheyKeep({ rule: formatRule(own, currency) })
              : commission === null
                ? texts.otherwiseTheyEarnThePrograms
                : texts.otherwiseTheyEarnTheProgramsStandard({ rule: formatRule(commission, currency) })
          }
        />
      )}
    </FormDrawer>
  );
}
