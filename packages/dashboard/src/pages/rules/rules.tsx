import { Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import type { Row } from '../../api/client.js';
import { useRead } from '../../api/use-read.js';
import { useWrite } from '../../api/use-write.js';
import { formatRule } from '../../format/rule.js';
import { useCan, useProgram, useProgramId, useWorkspaceId } from '../../session/session.js';
import { texts } from '../../texts/rules.js';
import type { Column } from '../../ui/data-table.js';
import { FormDrawer } from '../../ui/form-drawer.js';
import { ListTable } from '../../ui/list-table.js';
import { RuleFields } from '../../ui/rule-fields.js';
import { RulePreview } from '../../ui/rule-preview.js';
import { RULE_CHECKS, ruleOf, ruleValuesOf } from '../../ui/rule-values.js';
import { Time } from '../../ui/time.js';
import { useListPage } from '../../ui/use-list-page.js';

type Rule = Row<'/api/programs/{programId}/rules'>;

/** What the program pays, and every version of it there was. */
export function RulesPage() {
  const programId = useProgramId();
  const program = useProgram();
  const canChange = useCan('program:write');
  const [isOpen, { open, close }] = useDisclosure(false);
  const authors = useAuthors(canChange);
  const page = useListPage('/api/programs/{programId}/rules', { path: { programId } });
  return (
    <Stack gap="md">
      <title>{texts.commissionRulesSvc}</title>
      <Card>
        <Group justify="space-between" align="flex-start" gap="md">
          <div>
            <Title order={2}>{texts.commissionRule}</Title>
            <Text mt={4} fw={600}>
              {program.commission
                ? formatRule(program.commission, program.currency)
                : texts.noneSalesEarnNoCommission}
            </Text>
            <Text mt={4} size="sm" c="dimmed" maw={560}>
              {texts.changesApplyToNewSales}
            </Text>
          </div>
          {canChange && <Button onClick={open}>{texts.changeRule}</Button>}
        </Group>
      </Card>
      <ListTable
        label={texts.versionsOfTheCommissionRule}
        page={page}
        view="rules"
        searched={null}
        columns={ruleColumns(program.currency, canChange ? authors : null)}
        rowKey={({ id }) => id}
        expectedRows={3}
        empty={{ title: texts.noRuleYet, text: texts.untilYouSetARule }}
      />
      {isOpen && <RuleDrawer onClose={close} />}
    </Stack>
  );
}

function ruleColumns(currency: string, authors: ReadonlyMap<number, string> | null): Column<Rule>[] {
  return [
    {
      key: 'version',
      header: texts.version,
      sort: '-version',
      cell: ({ version }) => texts.versionNumber({ version }),
    },
    { key: 'rule', header: texts.rule, cell: (rule) => formatRule(rule, currency) },
    { key: 'since', header: texts.since, cell: ({ created_at }) => <Time at={created_at} /> },
    ...(authors === null
      ? []
      : [
          {
            key: 'by',
            header: texts.changedBy,
            cell: ({ version }: Rule) =>
              authors.get(version) ?? (
                <Text span c="dimmed" inherit>
                  {texts.createdWithTheProgram}
                </Text>
              ),
          },
        ]),
  ];
}

/** Who created each version, as far as the audit log knows. */
function useAuthors(mayAsk: boolean): ReadonlyMap<number, string> {
  const workspaceId = useWorkspaceId();
  const programId = useProgramId();
  const audit = useRead(
    '/api/workspaces/{workspaceId}/audit',
    { path: { workspaceId }, query: { program_id: programId, action: 'rule.change', limit: '200' } },
    { enabled: mayAsk && workspaceId !== '' },
  );
  return new Map(
    (audit.data?.data ?? []).map(({ after, by }) => [
      (after as { version?: number } | null)?.version ?? 0,
      by,
    ]),
  );
}

function RuleDrawer({ onClose }: { readonly onClose: () => void }) {
  const programId = useProgramId();
  const program = useProgram();
  const form = useForm({ initialValues: ruleValuesOf(program.commission), validate: RULE_CHECKS });
  const rule = ruleOf(form.values);
  const change = useWrite('post', '/api/programs/{programId}/rules', {
    done: texts.newRateApplies,
    onDone: onClose,
    showsError: true,
  });
  return (
    <FormDrawer
      title={texts.changeCommissionRule}
      submit={texts.applyToNewSales}
      write={change}
      onClose={onClose}
      onSubmit={form.onSubmit(() => {
        if (rule !== null) change.send({ path: { programId }, body: { commission: rule } });
      })}
    >
      <RuleFields form={form} currency={program.currency} hasClauses />
      <RulePreview rule={rule} />
    </FormDrawer>
  );
}
