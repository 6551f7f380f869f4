import { Card, Stack, Table, Text, Title } from '@mantine/core';
import { useMe } from '../../session/session.js';
import { texts } from '../../texts/account.js';
import { common } from '../../texts/common.js';
import { texts as notifications } from '../../texts/notifications.js';
import { TextLink } from '../../ui/links.js';
import { PageHeader } from '../../ui/page-header.js';
import { nameOfRole } from '../people/roles.js';
import { ChangePassword } from './change-password.js';
import { RequiredTwoFactor } from './required-two-factor.js';
import { Sessions } from './sessions.js';
import { TwoFactor } from './two-factor.js';

/** The account of the signed-in user. */
export function AccountPage() {
  const { user, workspaces } = useMe();
  return (
    <>
      <PageHeader title={texts.accountAndSecurity} description={texts.yourProfilePasswordTwoFactor} />
      <Stack gap="lg" maw={760}>
        <RequiredTwoFactor />
        <Card>
          <Title order={2} size="h3" mb="sm">
            {texts.profile}
          </Title>
          <Table variant="vertical" layout="fixed" withTableBorder={false}>
            <Table.Tbody>
              <Fact name={common.name} value={user.name} />
              <Fact name={common.email} value={user.email} />
              {workspaces.map(({ id, name, role }) => (
                <Fact
                  key={id}
                  name={name}
                  value={role === 'none' ? texts.memberWithoutPermissions : nameOfRole(role)}
                />
              ))}
            </Table.Tbody>
          </Table>
        </Card>
        <Card>
          <Title order={2} size="h3" mb="xs">
            {notifications.notifications}
          </Title>
          <TextLink to="/account/notifications">{notifications.chooseNotifications}</TextLink>
        </Card>
        <ChangePassword />
        <TwoFactor />
        <Sessions />
      </Stack>
    </>
  );
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <Table.Tr>
      <Table.Th w={{ base: 110, xs: 180 }} scope="row">
        <Text size="sm" fw={500} c="dimmed">
          {name}
        </Text>
      </Table.Th>
      <Table.Td style={{ overflowWrap: 'anywhere' }}>{value}</Table.Td>
    </Table.Tr>
  );
}
