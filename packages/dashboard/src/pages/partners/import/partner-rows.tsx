import { Alert, Card, Group, List, Stack, Text, Title } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { Write } from '../../../api/use-write.js';
import { formatCount } from '../../../format/number.js';
import { common } from '../../../texts/common.js';
import { texts } from '../../../texts/partner-imports.js';
import { texts as partnerTexts } from '../../../texts/partners.js';
import { ConfirmButton } from '../../../ui/confirm-button.js';
import { type Column, DataTable } from '../../../ui/data-table.js';
import { StatusBadge } from '../../../ui/status-badge.js';
import { TagChips } from '../tags.js';
import type { PartnerImportReport, PartnerImportRow } from './partner-file.js';

const ROWS_AT_ONCE = 100;
const STATUS = { new: 'approved', known: 'pending', wrong: 'rejected' } as const;
/** Errors first: they are what one can do something about. */
const ORDER = { wrong: 0, new: 1, known: 2 } as const;

interface Props {
  readonly report: PartnerImportReport;
  /** Invites them; left out once that is done. */
  readonly onImport?: () => Promise<unknown>;
  readonly write?: Pick<Write<unknown, never>, 'isSending' | 'error' | 'reset'>;
}

/** What the rows of a file come to, or came to. */
export function PartnerRows({ report, onImport, write }: Props) {
  const isPreview = onImport !== undefined;
  const heading = useRef<HTMLHeadingElement>(null);
  // What was done last is above it, out of sight on a phone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each report
  useEffect(() => heading.current?.focus(), [report]);
  const { new_count: count } = report;
  const title = isPreview ? texts.previewTitle : texts.doneTitle;
  return (
    <Card component="section" aria-label={title} mt="md">
      <Stack gap="md">
        <Title order={2} ref={heading} tabIndex={-1}>
          {title}
        </Title>
        <Counts report={report} isPreview={isPreview} />
        <Rows report={report} isPreview={isPreview} />
        {onImport && write && count > 0 && (
          <Group justify="flex-end">
            <ConfirmButton
              variant="filled"
              title={texts.inviteQuestion({ count })}
              text={texts.emailsFollow}
              confirm={texts.invite({ count })}
              write={write}
              onConfirm={onImport}
            >
              {texts.invite({ count })}
            </ConfirmButton>
          </Group>
        )}
      </Stack>
    </Card>
  );
}

function Counts({
  report: { new_count: fresh, known_count: known, wrong_count: wrong },
  isPreview,
}: {
  readonly report: PartnerImportReport;
  readonly isPreview: boolean;
}) {
  if (fresh === 0) {
    return (
      <Alert color="gray" variant="light" role="note">
        {wrong === 0 ? texts.allKnown : texts.nothingNew}
      </Alert>
    );
  }
  return (
    <List size="sm">
      <List.Item>
        {isPreview ? texts.counts.new({ count: fresh }) : texts.wereInvited({ count: fresh })}
      </List.Item>
      {known > 0 && <List.Item>{texts.counts.known({ count: known })}</List.Item>}
      {wrong > 0 && <List.Item>{texts.counts.wrong({ count: wrong })}</List.Item>}
    </List>
  );
}

function Rows({ report, isPreview }: { readonly report: PartnerImportReport; readonly isPreview: boolean }) {
  const [shown, setShown] = useState(ROWS_AT_ONCE);
  const rows = [...report.rows].sort((a, b) => ORDER[a.result] - ORDER[b.result] || a.line - b.line);
  const list = {
    rows: rows.slice(0, shown),
    error: null,
    retry: () => undefined,
    ...(shown < rows.length && { more: () => setShown(shown + ROWS_AT_ONCE) }),
  };
  return (
    <DataTable
      label={texts.rows}
      list={list}
      columns={columnsOf(isPreview)}
      rowKey={({ line }) => line}
      empty={{ title: texts.rows }}
    />
  );
}

function columnsOf(isPreview: boolean): readonly Column<PartnerImportRow>[] {
  return [
    {
      key: 'partner',
      header: common.partner,
      cell: ({ name, email }) => (
        <Stack gap={0} component="span">
          <span style={{ overflowWrap: 'anywhere' }}>{name || texts.empty}</span>
          {name !== email && (
            <Text span size="xs" c="dimmed" fw={400} style={{ overflowWrap: 'anywhere' }}>
              {email || texts.empty}
            </Text>
          )}
        </Stack>
      ),
    },
    { key: 'group', header: texts.group, cell: ({ group }) => group },
    {
      key: 'tags',
      header: partnerTexts.tags,
      cell: ({ tags }) => <TagChips tags={tags} />,
    },
    { key: 'link', header: texts.link, cell: ({ link }) => link },
    {
      key: 'line',
      header: texts.line,
      align: 'end',
      onPhone: 'labelled',
      cell: ({ line }) => formatCount(line),
    },
    {
      key: 'result',
      header: texts.result,
      onPhone: 'figure',
      cell: (row) => <Result row={row} isPreview={isPreview} />,
    },
  ];
}

function Result({
  row: { result, problem, value },
  isPreview,
}: {
  readonly row: PartnerImportRow;
  readonly isPreview: boolean;
}) {
  const label = result === 'new' && !isPreview ? texts.invited : texts.results[result];
  return (
    <Stack gap={2} component="span" align="flex-start">
      <StatusBadge status={STATUS[result]} label={label} />
      {problem !== null && (
        <Text span size="xs" style={{ overflowWrap: 'anywhere' }}>
          {problemText(problem, value || texts.empty)}
        </Text>
      )}
    </Stack>
  );
}

function problemText(problem: NonNullable<PartnerImportRow['problem']>, value: string): string {
  return problem === 'duplicate' ? texts.problems.duplicate : texts.problems[problem]({ value });
}
