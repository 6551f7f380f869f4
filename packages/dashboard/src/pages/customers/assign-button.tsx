import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useCan } from '../../session/session.js';
import { texts } from '../../texts/customers.js';
import { AssignDrawer } from './assign-drawer.js';

/** Opens the form that assigns a customer to another partner, for those who may. Test customers earn nobody anything. */
export function AssignButton({
  label = texts.assignToAnotherPartner,
  first,
  customerId,
  isTest = false,
}: {
  readonly label?: string;
  readonly first?: 'now' | 'first_sale';
  readonly customerId: number;
  readonly isTest?: boolean | undefined;
}) {
  const canCorrect = useCan('commission:write');
  const [isAssigning, { open, close }] = useDisclosure(false);
  if (!canCorrect || isTest) return null;
  return (
    <>
      <Button variant="default" onClick={open}>
        {label}
      </Button>
      {isAssigning && <AssignDrawer customerId={customerId} {...(first && { first })} onClose={close} />}
    </>
  );
}
