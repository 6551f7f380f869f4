import { Stack, Text } from '@mantine/core';
import type { Row } from '../../api/client.js';
import { formatRule, formatRuleShort } from '../../format/rule.js';
import type { Program } from '../../session/session.js';
import { texts } from '../../texts/partners.js';

/** What a partner earns by, and below it the group that they are in. */
export function Rate({
  partner: { commission, group },
  ofProgram,
  currency,
}: {
  readonly partner: Row<'/api/programs/{programId}/partners'>;
  readonly ofProgram: Program['commission'];
  readonly currency: string;
}) {
  const rule = commission ?? ofProgram;
  const isOwn = commission !== null;
  // Clauses are sentences; any other rule is shown in full.
  const isSentence = rule?.clauses != null;
  const full = rule && formatRule(rule, currency);
  return (
    <Stack gap={0} component="span" miw={isSentence ? '9rem' : undefined}>
      {rule === null || full === null ? (
        '–'
      ) : (
        <Text
          span
          size="sm"
          {...(isSentence ? { lineClamp: 2 } : { style: { overflowWrap: 'normal' } })}
          c={isOwn ? undefined : 'dimmed'}
          title={isOwn ? full : texts.rateOfTheProgram({ rule: full })}
        >
          {formatRuleShort(rule, currency)}
        </Text>
      )}
      {group !== null && (
        <Text span size="xs" c="dimmed" truncate maw="10rem" title={group}>
          {group}
        </Text>
      )}
    </Stack>
  );
}
