import { Group } from '@mantine/core';
import { useCan } from '../../session/session.js';
import type { Explanation } from '../../ui/explain/story.js';
import { AssignButton } from '../customers/assign-button.js';
import { CommissionActions } from './commission-actions.js';

/** What can be done about a sale or a commission whose story is shown. */
export function StoryActions({
  explanation: { commission, customer, sale },
}: {
  readonly explanation: Explanation;
}) {
  const canHold = useCan('commission:write');
  const assign = <AssignButton first="first_sale" customerId={customer.id} isTest={sale?.test_mode} />;
  return (
    <Group>
      {canHold && commission ? (
        <CommissionActions key={commission.id} commission={commission} others={assign} />
      ) : (
        assign
      )}
    </Group>
  );
}
