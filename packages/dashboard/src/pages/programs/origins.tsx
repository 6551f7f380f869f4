import { Button, Card, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useWrite } from '../../api/use-write.js';
import { type Program, useCan, useProgram, useProgramId } from '../../session/session.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/programs.js';
import { ConfirmButton } from '../../ui/confirm-button.js';
import type { Column } from '../../ui/data-table.js';
import { ListTable } from '../../ui/list-table.js';
import { type LocalOrder, useLocalPage } from '../../ui/use-local-page.js';
import { Hosts } from './hosts.js';
import { findOriginFault } from './origin-fault.js';

/** From where browsers may report clicks and leads. */
export function OriginsPage() {
  const { allowed_origins: origins } = useProgram();
  const canChange = useCan('program:write');
  const page = useLocalPage({ rows: origins, error: null, retry: () => undefined }, ORIGIN_ORDER);
  return (
    <Stack gap="md">
      <title>{texts.originsSvc}</title>
      <Card>
        <Stack gap="md">
          <div>
            <Title order={2}>{texts.origins}</Title>
            <Text size="sm" c="dimmed" mt={4} maw={640}>
              {texts.sitesThatCanReportClicks}
            </Text>
          </div>
          {canChange && <AddOrigin origins={origins} />}
          <Text size="sm" c="dimmed" maw={640}>
            {texts.anOriginIsAScheme({
              code: <code>https://acme.example</code>,
              code2: <code>https://www.acme.example</code>,
              code3: <code>http://localhost:3000</code>,
              code4: <code>http://127.0.0.1:3000</code>,
            })}
          </Text>
        </Stack>
      </Card>
      <ListTable
        label={texts.origins}
        page={page}
        view="origins"
        searched={texts.searchOrigins}
        columns={canChange ? [ORIGIN, REMOVE] : [ORIGIN]}
        rowKey={(origin) => origin}
        expectedRows={1}
        empty={{
          title: texts.noOriginsYet,
          text: canChange ? texts.clicksArentCountedUntil : texts.clicksArentCountedUntilAnOwner,
        }}
      />
      <Hosts />
    </Stack>
  );
}

const ORIGIN_ORDER: LocalOrder<string> = {
  searched: (origin) => [origin],
  sorts: { origin: (origin) => origin },
};
const ORIGIN: Column<string> = {
  key: 'origin',
  header: texts.origin,
  sort: 'origin',
  cell: (origin) => origin,
};
const REMOVE: Column<string> = {
  key: 'remove',
  header: common.actions,
  align: 'end',
  cell: (origin) => <RemoveOrigin origin={origin} />,
};

function useOrigins(settings: { readonly done: string; readonly onDone?: () => void }) {
  const programId = useProgramId();
  const save = useWrite('patch', '/api/programs/{programId}', { ...settings, showsError: true });
  const originValues = (origins: Program['allowed_origins']) => ({
    path: { programId },
    body: { allowed_origins: origins },
  });
  return { save, inputOf: originValues };
}

function AddOrigin({ origins }: { readonly origins: readonly string[] }) {
  const form = useForm({
    initialValues: { origin: '' },
    validate: { origin: (text) => findOriginFault(text, origins) },
  });
  const { save, inputOf } = useOrigins({ done: texts.originAdded, onDone: form.reset });
  return (
    <form
      onSubmit={form.onSubmit(({ origin }) => save.send(inputOf([...origins, origin.trim()])))}
      noValidate
    >
      <Group align="flex-start" gap="xs">
        <TextInput
          label={texts.addOrigin}
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
          {texts.add}
        </Button>
      </Group>
    </form>
  );
}

function RemoveOrigin({ origin }: { readonly origin: string }) {
  const { allowed_origins: origins } = useProgram();
  const { save, inputOf } = useOrigins({ done: texts.originRemoved });
  return (
    <ConfirmButton
      size="xs"
      isDangerous
      title={texts.removeThisOrigin}
      text={texts.clicksAndSignUps({ origin: <strong>{origin}</strong> })}
      confirm={texts.removeOrigin}
      write={save}
      onConfirm={() => save.sendAndWait(inputOf(origins.filter((one) => one !== origin)))}
      aria-label={texts.removeOriginNamed({ origin })}
    >
      {texts.remove}
    </ConfirmButton>
  );
}
