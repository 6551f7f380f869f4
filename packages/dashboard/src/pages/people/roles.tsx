import { Radio, Stack, Table, Text, Title } from '@mantine/core';
import type { Workspace } from '../../session/session.js';
import { texts } from '../../texts/people.js';

export type Role = Workspace['role'];

/** Every role, what it is called, and what one may do who has it. Contract section 5. */
export const ROLES: readonly { readonly role: Role; readonly name: string; readonly may: string }[] = [
  {
    role: 'owner',
    name: texts.owner,
    may: texts.fullAccessIncludingMembers,
  },
  {
    role: 'admin',
    name: texts.admin,
    may: texts.managesProgramsCommissionRulesApi,
  },
  {
    role: 'member',
    name: texts.member,
    may: texts.invitesApprovesAndManagesPartners,
  },
  { role: 'viewer', name: texts.viewer, may: texts.seesEverythingExceptApiKeys },
  {
    role: 'none',
    name: texts.noAccess,
    may: texts.seesNothingUse,
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
    <Radio.Group
      label={texts.role}
      description={texts.aRoleHoldsInAllPrograms}
      value={value}
      onChange={(role) => onChange(role as Role)}
    >
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
        {texts.rolePermissions}
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
