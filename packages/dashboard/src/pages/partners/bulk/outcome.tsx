import { Alert, List, Stack, Text } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { formatRule } from '../../../format/rule.js';
import { useProgram } from '../../../session/session.js';
import { texts } from '../../../texts/partner-bulk.js';
import { useGroupOptions } from '../group-field.js';
import type { Action, BulkAnswer } from './bulk.js';

type Row = BulkAnswer['data'][number];
type Reason = NonNullable<Row['reason']>;

const MOST_NAMES = 5;

/** What would become of everyone who was chosen. */
export function Outcome({
  action,
  answer: { data, is_cut: isCut },
}: {
  readonly action: Action;
  readonly answer: BulkAnswer;
}) {
  const { type } = action;
  const changed = data.filter(({ result }) => result === 'changed');
  const unchanged = data.length - changed.length - data.filter(({ reason }) => reason !== null).length;
  const heading = useRef<HTMLParagraphElement>(null);
  // What was read before it is gone from the drawer, and the focus with it.
  useEffect(() => heading.current?.focus(), []);
  const reasons = [...new Set(data.flatMap(({ reason }) => reason ?? []))];
  return (
    <Stack gap="sm">
      <Text fw={600} ref={heading} tabIndex={-1}>
        {changed.length === 0 ? texts.nobody : texts.confirm[type]({ count: changed.length })}
      </Text>
      {changed.length > 0 && (
        <>
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {namesOf(changed)}
          </Text>
          <WhatTheyGet action={action} />
          {type !== 'group' && (
            <Text size="sm" c="dimmed">
              {texts.hints[type]}
            </Text>
          )}
        </>
      )}
      {(unchanged > 0 || reasons.length > 0) && (
        <List size="sm" style={{ overflowWrap: 'anywhere' }}>
          {unchanged > 0 && <List.Item>{texts.unchanged({ count: unchanged })}</List.Item>}
          {reasons.map((reason) => (
            <List.Item key={reason}>{refusedText(data, reason)}</List.Item>
          ))}
        </List>
      )}
      {isCut && (
        <Alert color="gray" variant="light">
          {texts.isCut}
        </Alert>
      )}
    </Stack>
  );
}

/** The group or tag that they get; nothing where the action says it all. */
function WhatTheyGet({ action }: { readonly action: Action }) {
  const { currency } = useProgram();
  const groups = useGroupOptions();
  if (action.type === 'tag') return <Text size="sm">{texts.newTag({ tag: action.tag })}</Text>;
  if (action.type !== 'group') return null;
  const group = groups.find(({ value }) => value === String(action.group_id));
  return (
    <>
      <Text size="sm">{texts.newGroup({ name: group?.label ?? texts.noGroup })}</Text>
      <Text size="sm" c="dimmed">
        {group?.rule
          ? texts.groupRateApplies({ rule: formatRule(group.rule, currency) })
          : texts.programRateApplies}
      </Text>
    </>
  );
}

function refusedText(data: readonly Row[], reason: Reason): string {
  const refused = data.filter((row) => row.reason === reason);
  return texts.refused[reason]({ count: refused.length, names: namesOf(refused) });
}

/** The first names, and how many more there are. */
export function namesOf(rows: readonly { readonly name: string }[]): string {
  const names = rows
    .slice(0, MOST_NAMES)
    .map(({ name }) => name)
    .join(', ');
  const more = rows.length - MOST_NAMES;
  return more > 0 ? texts.andMore({ names, count: more }) : names;
}
