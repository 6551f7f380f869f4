import { Alert, List, Text } from '@mantine/core';
import { IconClock } from '@tabler/icons-react';
import { texts } from '../../texts/payouts.js';
import { PartnerName } from '../../ui/partner-name.js';
import { Time } from '../../ui/time.js';
import { problemText, type Run } from './payee.js';

/** Partners with a balance due whom a run skipped, and why; empty if there are none. */
export function Skipped({ run }: { readonly run: Run }) {
  if (run.skipped.length === 0) return null;
  return (
    <Alert
      mb="md"
      variant="light"
      color="orange"
      icon={<IconClock size={18} aria-hidden />}
      styles={{ title: { color: 'var(--mantine-color-text)' } }}
      title={texts.skippedPartners}
    >
      <Text size="sm" mb="xs">
        {texts.theirBalanceStaysDue}
      </Text>
      <List size="sm" spacing={4}>
        {run.skipped.map(({ partner_id, reason, held_until, problem }) => (
          <List.Item key={`${partner_id} ${reason}`}>
            <PartnerName partnerId={partner_id} />:{' '}
            {reason === 'carried_too_large' ? (
              texts.moreIsCarriedThanOnePayoutCanSettle
            ) : reason === 'failed' ? (
              texts.payoutFailed
            ) : held_until === null ? (
              problemText(problem ?? '')
            ) : (
              <>
                {texts.payoutDetailsChangedRecently} <Time at={held_until} />.
              </>
            )}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
