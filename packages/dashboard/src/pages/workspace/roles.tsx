import { Radio, Stack, Table, Text, Title } from '@mantine/core';
import type { Workspace } from '../../session/session.js';

export type Role = Workspace['role'];

/** Every role, what it is called, and what one may do who has it. Contract section 5. */
export const ROLES: readonly { readonly role: Role; readonly name: string; readonly may: string }[] = [
  {
    role: 'owner',
    name: 'Owner',
    may: 'Everything: also members, the name of the workspace, and archiving programs.',
  },
  {
    role: 'admin',
    name: 'Admin',
    may: 'Programs, commission rules, API keys, the card processor, commissions and payouts.',
  },
  {
    role: 'member',
    name: 'Member',
    may: 'Partners and links: invites, approves and looks after them. Sees what a viewer sees.',
  },
  { role: 'viewer', name: 'Viewer', may: 'Sees everything but keys and the audit log, and changes nothing.' },
  {
    role: 'none',
    name: 'No access',
    may: 'Sees nothing. Keeps somebody in the list without letting them in.',
  },
];

/** What a role is called. */
export function nameOfRole(role: Role): string {
  return ROLES.find((one) => one.role === role)?.name ?? role;
}

/** Choosing a role, each with what it may do. */
export function RoleField({
  value,
  onChange,
}: {
  readonly value: Role;
  readonly onChange: (role: Role) => void;
}) {
  return (
    <Radio.Group label="Role" value={value} onChange={(role) => onChange(role as Role)}>
      <Stack mt={6} gap="sm">
        {ROLES.map(({ role, name, may }) => (
          <Radio key={role} value={role} label={name} description={may} />
        ))}
      </Stack>
    </Radio.Group>
  );
}

/** What each role may do, for those who cannot change one. */
export function RoleGuide() {
  return (
    <section aria-labelledby="roles">
      <Title order={2} id="roles" mb="xs">
        What each role may do
      </Title>
      <Table fz="sm" layout="auto">
        <Table.Tbody>
          {ROLES.map(({ role, name, may }) => (
            <Table.Tr key={role}>
              <Table.Th scope="row" fw={600} style={{ whiteSpace: 'nowrap', verticalAlign: 'top' }}>
                {name}
              </Table.Th>
              <Table.Td>
                <Text span inherit c="dimmed">
                  {may}
                </Text>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}
