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

/** What a partner earns: a rate of their own, or the program's; and how it came to that. */
export function PartnerRule({ partner }: Props) {
  const program = useProgram();
  const canWrite = useCan('program:write');
  const [isOpen, { open, close }] = useDisclosure(false);
  const { commission: own, rules } = partner;
  const rule = own ?? program.commission;
  return (
    <Card component="section" aria-label={texts.rate} h="100%">
      <Title order={2} mb="xs">
        {texts.rate}
      </Title>
      <Text fw={550}>{rule === null ? texts.noneYet : formatRule(rule, program.currency)}</Text>
      <Text size="sm" c="dimmed">
        {own === null ? texts.theProgramsStandardRate : texts.customRateForNewSales}
      </Text>
      {canWrite && (
        <Group gap="xs" mt="md">
          <Button variant="default" onClick={open}>
            {own === null ? texts.setCustomRate : texts.changeRate}
          </Button>
          {own !== null && <DropRule partner={partner} />}
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

function DropRule({ partner: { id, name } }: Props) {
  const programId = useProgramId();
  const program = useProgram();
  const drop = useWrite('delete', '/api/programs/{programId}/partners/{id}/rules', {
    showsError: true,
    done: texts.nowEarnsTheProgramsRate({ name }),
  });
  const rule =
    program.commission === null ? texts.theProgramsRate : formatRule(program.commission, program.currency);
  return (
    <ConfirmButton
      title={texts.useTheProgramsRate}
      text={texts.willEarnOnNewSales({ name, rule })}
      confirm={texts.useProgramRate}
      write={drop}
      onConfirm={() => drop.sendAndWait({ path: { programId, id } })}
    >
      {texts.useProgramRate}
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
