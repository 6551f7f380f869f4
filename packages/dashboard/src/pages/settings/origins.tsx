import { Button, Card, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useWrite } from '../../api/use-write.js';
import { type Program, useCan, useProgram, useProgramId } from '../../session/session.js';
import { ConfirmButton } from '../../ui/confirm-button.js';
import { type Column, DataTable } from '../../ui/data-table.js';
import { findOriginFault } from './origin-fault.js';

/** From where browsers may report clicks and leads. */
export function Page() {
  const { allowed_origins: origins } = useProgram();
  const canChange = useCan('program:write');
  return (
    <Stack gap="md">
      <title>Origins · svc</title>
      <Card>
        <Stack gap="md">
          <div>
            <Title order={2}>Origins</Title>
            <Text size="sm" c="dimmed" mt={4} maw={640}>
              The sites that may report clicks and sign-ups from a browser. Whatever comes from another site
              is refused, so that nobody else fills your books. Your server needs none: it has an API key.
            </Text>
          </div>
          {canChange && <AddOrigin origins={origins} />}
          <Text size="sm" c="dimmed" maw={640}>
            An origin is exactly what a browser names: scheme, host and port. So{' '}
            <code>https://acme.example</code> and <code>https://www.acme.example</code> are two, and so are{' '}
            <code>http://localhost:3000</code> and <code>http://127.0.0.1:3000</code>, even though both are
            your own machine.
          </Text>
        </Stack>
      </Card>
      <DataTable
        label="Origins"
        list={{ rows: origins, error: null, retry: () => undefined }}
        columns={canChange ? [ORIGIN, REMOVE] : [ORIGIN]}
        rowKey={(origin) => origin}
        empty={{
          title: 'No origin yet',
          text: canChange
            ? 'Until your site is here, no click is counted. Add the address people see in their browser.'
            : 'Until there is one, no click is counted. Owners and admins can add it.',
        }}
      />
    </Stack>
  );
}

const ORIGIN: Column<string> = { key: 'origin', header: 'Origin', cell: (origin) => origin };
const REMOVE: Column<string> = {
  key: 'remove',
  header: 'Change',
  align: 'end',
  cell: (origin) => <RemoveOrigin origin={origin} />,
};

function useOrigins(settings: { readonly done: string; readonly onDone?: () => void }) {
  const programId = useProgramId();
  const save = useWrite('patch', '/api/programs/{programId}', { ...settings, showsError: true });
  const inputOf = (origins: Program['allowed_origins']) => ({
    path: { programId },
    body: { allowed_origins: origins },
  });
  return { save, inputOf };
}

function AddOrigin({ origins }: { readonly origins: readonly string[] }) {
  const form = useForm({
    initialValues: { origin: '' },
    validate: { origin: (text) => findOriginFault(text, origins) },
  });
  const { save, inputOf } = useOrigins({ done: 'Origin added', onDone: form.reset });
  return (
    <form
      onSubmit={form.onSubmit(({ origin }) => save.send(inputOf([...origins, origin.trim()])))}
      noValidate
    >
      <Group align="flex-start" gap="xs">
        <TextInput
          label="Add an origin"
          placeholder="https://www.acme.example"
          inputMode="url"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          style={{ flex: '1 1 16rem', maxWidth: '28rem' }}
          {...form.getInputProps('origin')}
          error={form.errors.origin ?? save.error?.message}
        />
        <Button type="submit" mt={{ base: 0, xs: 25 }} loading={save.isSending}>
          Add
        </Button>
      </Group>
    </form>
  );
}

function RemoveOrigin({ origin }: { readonly origin: string }) {
  const { allowed_origins: origins } = useProgram();
  const { save, inputOf } = useOrigins({ done: 'Origin removed' });
  return (
    <ConfirmButton
      size="xs"
      isDangerous
      title="Remove this origin?"
      text={
        <>
          From now on clicks and sign-ups from <strong>{origin}</strong> are refused. What was counted stays.
        </>
      }
      confirm="Remove origin"
      write={save}
      onConfirm={() => save.sendAndWait(inputOf(origins.filter((one) => one !== origin)))}
      aria-label={`Remove ${origin}`}
    >
      Remove
    </ConfirmButton>
  );
}
