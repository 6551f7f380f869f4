import { Card, Text, Timeline, Title } from '@mantine/core';
import { formatRule } from '../../format/rule.js';
import { useProgram } from '../../session/session.js';
import { texts } from '../../texts/partners.js';
import { Time } from '../../ui/time.js';
import { nameOfActor } from '../audit/audit-actions.js';
import { historyText } from './history-text.js';
import type { PartnerDetail } from './partner-detail.js';

/** What was done with a partner, by whom and when, the newest first. */
export function PartnerHistory({ partner: { history } }: { readonly partner: PartnerDetail }) {
  const { currency } = useProgram();
  if (history.length === 0) return null;
  return (
    <Card component="section" aria-label={texts.history} mt="xl">
      <Title order={2} mb="md">
        {texts.history}
      </Title>
      <Timeline bulletSize={12} lineWidth={2}>
        {history.map((entry) => (
          // The whole entry, because several can be of the same moment and action.
          <Timeline.Item key={JSON.stringify(entry)}>
            <Text size="sm">{historyText(entry, (rule) => formatRule(rule, currency))}</Text>
            <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {entry.by === 'anonymous' ? (
                <Time at={entry.occurred_at} />
              ) : (
                texts.by({ time: <Time at={entry.occurred_at} />, by: nameOfActor(entry.by) })
              )}
            </Text>
          </Timeline.Item>
        ))}
      </Timeline>
    </Card>
  );
}
