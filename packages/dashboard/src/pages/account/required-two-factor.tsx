import { Alert } from '@mantine/core';
import { IconShieldLock } from '@tabler/icons-react';
import { formatList } from '../../format/list.js';
import { needsTwoFactor, useMe } from '../../session/session.js';
import { texts } from '../../texts/account.js';

/** Names the workspaces that require two-factor authentication, which the user has not turned on; empty if none do. */
export function RequiredTwoFactor() {
  const me = useMe();
  const names = me.workspaces.filter((one) => needsTwoFactor(me, one)).map(({ name }) => name);
  if (names.length === 0) return null;
  const list = formatList(names);
  return (
    <Alert
      color="yellow"
      icon={<IconShieldLock size={18} aria-hidden />}
      styles={{ title: { color: 'var(--mantine-color-text)' } }}
      title={texts.turnOnTwoFactorAuthentication}
    >
      {names.length === 1
        ? texts.requiresTwoFactorAuthenticationTurn({ list })
        : texts.requireTwoFactorAuthenticationTurn({ list })}
    </Alert>
  );
}
