import { Card, Stack, Table, Text, Title } from '@mantine/core';
import { formatMinimums } from '../../format/minimum.js';
import { plural } from '../../format/number.js';
import { useCan, useProgram } from '../../session/session.js';
import { ProgramForm } from './program-form.js';

/** What a program is called, and its terms. */
export function Page() {
  const program = useProgram();
  const canChange = useCan('program:write');
  return (
    <>
      <title>Program settings · svc</title>
      {canChange ? <ProgramForm key={program.id} /> : <ProgramFacts />}
    </>
  );
}

function ProgramFacts() {
  const program = useProgram();
  const facts = [
    ['Name', program.name],
    ['Domain', program.domain],
    ['Currency', program.currency],
    ['Attribution window', plural(program.cookie_window_days, 'day')],
    ['Hold time', plural(program.hold_days, 'day')],
    ['Minimum payout', formatMinimums(program) ?? 'None'],
    ['Hold after payout details change', plural(program.payout_details_hold_hours, 'hour')],
    ['Applications', program.accepts_applications ? 'Open' : 'Closed'],
  ] as const;
  return (
    <Card>
      <Stack gap="xs">
        <Title order={2}>Program</Title>
        <Text size="sm" c="dimmed">
          Owners and admins can change this.
        </Text>
        <Table layout="fixed" aria-label="Program">
          <Table.Tbody>
            {facts.map(([name, value]) => (
              <Table.Tr key={name}>
                <Table.Th scope="row" fw={400} c="dimmed">
                  {name}
                </Table.Th>
                <Table.Td>{value}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Stack>
    </Card>
  );
}
