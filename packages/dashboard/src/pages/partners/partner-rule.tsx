import { Button, Card, Group, Text, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useWrite } from '../../api/use-write.js';
import { formatRule } from '../../format/rule.js';
import { useCan, useProgram, useProgramId } from '../../session/session.js';
import { ConfirmButton } from '../../ui/confirm-button.js';
import { FormDrawer } from '../../ui/form-drawer.js';
import { RULE_CHECKS, RuleFields, ruleOf, ruleValuesOf } from '../../ui/rule-fields.js';
import { RulePreview } from '../../ui/rule-preview.js';
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
    <Card component="section" aria-label="Rate" h="100%">
      <Title order={2} mb="xs">
        Rate
      </Title>
      <Text fw={550}>{rule === null ? 'None yet' : formatRule(rule, program.currency)}</Text>
      <Text size="sm" c="dimmed">
        {own === null ? 'What everybody in the program earns.' : 'A rate of their own, for new sales.'}
      </Text>
      {canWrite && (
        <Group gap="xs" mt="md">
          <Button variant="default" onClick={open}>
            {own === null ? 'Give a rate of their own' : 'Change the rate'}
          </Button>
          {own !== null && <DropRule partner={partner} />}
        </Group>
      )}
      {rules.length > 1 && (
        <>
          <Title order={3} mt="lg" mb={4} size="h4">
            Earlier and now
          </Title>
          <ul style={{ margin: 0, paddingInlineStart: '1.1rem' }}>
            {rules.map((version) => (
              <Text key={version.id} component="li" size="sm">
                {formatRule(version, program.currency)}{' '}
                <Text span inherit c="dimmed">
                  since <Time at={version.created_at} />
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
    done: `${name} earns what everybody does, from the next sale on`,
  });
  const rule =
    program.commission === null ? "the program's rate" : formatRule(program.commission, program.currency);
  return (
    <ConfirmButton
      title="Use the program's rate?"
      text={`From the next sale on, ${name} earns ${rule}. What was earned already stays as it is.`}
      confirm="Use the program's rate"
      write={drop}
      onConfirm={() => drop.sendAndWait({ path: { programId, id } })}
    >
      Use the program's rate
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
    done: `${partner.name} has a rate of their own, from the next sale on`,
    onDone: onClose,
  });
  return (
    <FormDrawer
      title={`Rate of ${partner.name}`}
      onClose={onClose}
      write={change}
      submit="Use from now on"
      onSubmit={form.onSubmit((values) => {
        const commission = ruleOf(values);
        if (commission !== null) change.send({ path: { programId, id: partner.id }, body: { commission } });
      })}
    >
      <Text size="sm" c="dimmed">
        It counts for new sales; what was earned already stays as it is.
      </Text>
      <RuleFields form={form} currency={program.currency} />
      <RulePreview rule={rule} partnerId={partner.id} />
    </FormDrawer>
  );
}
