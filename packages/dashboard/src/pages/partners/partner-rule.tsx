import { Button, Card, Group, Text, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useWrite } from '../../api/use-write.js';
import { formatRule } from '../../format/rule.js';
import { useCan, useProgram, useProgramId } from '../../session/session.js';
import { texts } from '../../texts/partners.js';
import { ConfirmButton } from '../../ui/confirm-button.js';
import { FormDrawer } from '../../ui/form-drawer.js';
import { RuleFields } from '../../ui/rule-fields.js';
import { RulePreview } from '../../ui/rule-preview.js';
import { RULE_CHECKS, ruleOf, ruleValuesOf } from '../../ui/rule-values.js';
import { Time } from '../../ui/time.js';
import type { PartnerDetail } from './partner-detail.js';

interface Props {
  readonly partner: PartnerDetail;
}

/** What a partner earns: a rate of their own, or that of their group or the program; and how it came to that. */
export function PartnerRule({ partner }: Props) {
  const program = useProgram();
  const canWrite = useCan('program:write');
  const [isOpen, { open, close }] = useDisclosure(false);
  const { commission, commission_scope: scope, rules } = partner;
  const rule = commission ?? program.commission;
  return (
    <Card component="section" aria-label={texts.rate} h="100%">
      <Title order={2} mb="xs">
        {texts.rate}
      </Title>
      <Text fw={550}>{rule === null ? texts.noneYet : formatRule(rule, program.currency)}</Text>
      <Text size="sm" c="dimmed">
        {scope === 'group' ? texts.theRateOfGroup({ group: String(partner.group) }) : SOURCES[scope]}
      </Text>
      {canWrite && (
        <Group gap="xs" mt="md">
          <Button variant="default" onClick={open}>
            {scope === 'partner' ? texts.changeRate : texts.setCustomRate}
          </Button>
          {scope === 'partner' && <DropRule partner={partner} />}
        </Group>
      )}
      {rules.length > 1 && (
        <>
          <Title order={3} mt="lg" mb={4} size="h4">
            {texts.rateHistory}
          </Title>
          <ul style={{ margin: 0, paddingInlineStart: '1.1rem' }}>
            {rules.map((version) => (
              <Text key={version.id} component="li" size="sm">
                {formatRule(version, program.currency)}{' '}
                <Text span inherit c="dimmed">
                  {texts.since({ time: <Time at={version.created_at} /> })}
                </Text>
              </Text>
            ))}
          </ul>
        </>
      )}
      {isOpen && <RuleDrawer partner={partner} onClose={close} />}
    </Card>
  );
}

const SOURCES = {
  program: texts.theProgramsStandardRate,
  partner: texts.customRateForNewSales,
} as const;

function DropRule({ partner: { id, name, group_commission: ofGroup } }: Props) {
  const programId = useProgramId();
  const program = useProgram();
  const drop = useWrite('delete', '/api/programs/{programId}/partners/{id}/rules', {
    showsError: true,
    done: ofGroup === null ? texts.nowEarnsTheProgramsRate({ name }) : texts.nowEarnsTheGroupsRate({ name }),
  });
  const next = ofGroup ?? program.commission;
  const rule = next === null ? texts.theProgramsRate : formatRule(next, program.currency);
  const use = ofGroup === null ? texts.useProgramRate : texts.useGroupRate;
  return (
    <ConfirmButton
      title={ofGroup === null ? texts.useTheProgramsRate : texts.useTheGroupsRate}
      text={texts.willEarnOnNewSales({ name, rule })}
      confirm={use}
      write={drop}
      onConfirm={() => drop.sendAndWait({ path: { programId, id } })}
    >
      {use}
    </ConfirmButton>
  );
}

function RuleDrawer({ partner, onClose }: Props & { readonly onClose: () => void }) {
  const programId = useProgramId();
  const program = useProgram();
  const form = useForm({
    initialValues: ruleValuesOf(partner.commission ?? program.commission),
    validate: RULE_CHECKS,
  });
  const rule = ruleOf(form.values);
  const change = useWrite('post', '/api/programs/{programId}/partners/{id}/rules', {
    showsError: true,
    done: texts.customRateSetFor({ name: partner.name }),
    onDone: onClose,
  });
  return (
    <FormDrawer
      title={texts.rateFor({ name: partner.name })}
      onClose={onClose}
      write={change}
      submit={texts.applyToNewSales}
      onSubmit={form.onSubmit((values) => {
        const commission = ruleOf(values);
        if (commission !== null) change.send({ path: { programId, id: partner.id }, body: { commission } });
      })}
    >
      <Text size="sm" c="dimmed">
        {texts.appliesToFutureSalesCommissions}
      </Text>
      <RuleFields form={form} currency={program.currency} hasClauses />
      <RulePreview rule={rule} partnerId={partner.id} />
    </FormDrawer>
  );
}
