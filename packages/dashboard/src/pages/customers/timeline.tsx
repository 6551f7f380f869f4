import { Anchor, Group, Text, Timeline } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowsExchange,
  IconClick,
  IconCoins,
  IconReceipt,
  IconUserPlus,
} from '@tabler/icons-react';
import { texts } from '../../texts/customers.js';
import { EmptyState } from '../../ui/states.js';
import { StatusBadge } from '../../ui/status-badge.js';
import { Time } from '../../ui/time.js';
import { type TimelineEntry, textOfEntry } from './timeline-text.js';

const ICONS = {
  click: IconClick,
  lead: IconUserPlus,
  credit: IconArrowsExchange,
  sale: IconReceipt,
  refund: IconArrowBackUp,
  commission: IconCoins,
};

/** All that happened with a customer, the oldest first. */
export function CustomerTimeline({
  entries,
  onExplain,
}: {
  readonly entries: readonly TimelineEntry[];
  /** Says why a sale earned what it earned. */
  readonly onExplain: (saleId: string) => void;
}) {
  if (entries.length === 0) {
    return <EmptyState title={texts.noActivityStored} text={texts.theActivityOfThisCustomer} />;
  }
  return (
    <Timeline bulletSize={28} lineWidth={2} active={entries.length} color="brand.7">
      {entries.map((entry) => {
        const Icon = ICONS[entry.type];
        return (
          <Timeline.Item
            key={`${entry.type} ${entry.id}`}
            bullet={<Icon size={16} aria-hidden />}
            title={
              <Group gap="xs">
                <Text span fw={550} size="sm">
                  {textOfEntry(entry)}
                </Text>
                {entry.test_mode && <StatusBadge status="test" />}
              </Group>
            }
          >
            <Group gap="sm">
              <Text size="xs" c="dimmed" component="div">
                <Time at={entry.occurred_at} />
              </Text>
              {entry.type === 'sale' && entry.sale_id !== null && (
                <Anchor
                  component="button"
                  type="button"
                  size="xs"
                  onClick={() => onExplain(String(entry.sale_id))}
                >
                  {texts.explainThisCommission}
                </Anchor>
              )}
            </Group>
          </Timeline.Item>
        );
      })}
    </Timeline>
  );
}
