import { Alert } from '@mantine/core';
import { IconShieldLock } from '@tabler/icons-react';
import { needsTwoFactor, useMe } from '../../session/session.js';

/** Says which workspaces stay closed until two-factor authentication is on; nothing where there are none. */
export function RequiredTwoFactor() {
  const me = useMe();
  const names = me.workspaces.filter((one) => needsTwoFactor(me, one)).map(({ name }) => name);
  if (names.length === 0) return null;
  const verb = names.length === 1 ? 'requires' : 'require';
  return (
    <Alert
      color="yellow"
      icon={<IconShieldLock size={18} aria-hidden />}
      title="Turn on two-factor authentication to continue"
    >
      {new Intl.ListFormat('en').format(names)} {verb} two-factor authentication. Turn it on below, and you
      can go on working there.
    </Alert>
  );
}
