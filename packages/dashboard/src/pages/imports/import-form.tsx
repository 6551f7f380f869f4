import { Anchor, Card, FileInput, Select, Stack, Table, Text, Title } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { useState } from 'react';
import { useWrite } from '../../api/use-write.js';
import { useProgramId } from '../../session/session.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/imports.js';
import { Form } from '../../ui/form-drawer.js';
import {
  bodyOf,
  type ChosenFile,
  IMPORT_KINDS,
  IMPORTS_PATH,
  type ImportBody,
  type ImportKind,
  MOST_FILES,
  systemName,
  withKinds,
} from './import-files.js';
import { ImportReport } from './import-report.js';

const SYSTEMS = ['rewardful', 'firstpromoter', 'tolt', 'dub', 'partnerstack', 'other'] as const;
type System = (typeof SYSTEMS)[number];

interface Values {
  readonly system: System;
  readonly mapping: File | null;
  readonly files: ChosenFile[];
}

function faultOfFiles(files: readonly ChosenFile[]): string | null {
  if (files.length === 0) return texts.chooseAtLeastOne;
  if (files.length > MOST_FILES) return texts.tooMany;
  return files.some(({ kind }) => kind === null) ? texts.sayWhatEachContains : null;
}

/** Chooses files of another system, shows what they come to, and imports exactly what was shown. */
export function ImportForm() {
  const programId = useProgramId();
  const path = { programId };
  // What the preview was of: the same is imported, even where a file has changed on disk since.
  const [shown, setShown] = useState<ImportBody | null>(null);
  const form = useForm<Values>({
    initialValues: { system: 'rewardful', mapping: null, files: [] },
    validate: {
      mapping: (file, { system }) => (system === 'other' && file === null ? texts.chooseAMapping : null),
      files: faultOfFiles,
    },
    onValuesChange: () => setShown(null),
  });
  const preview = useWrite('post', IMPORTS_PATH, {
    showsError: true,
    onDone: (_, { body }) => setShown(body),
  });
  const create = useWrite('post', IMPORTS_PATH, {
    showsError: true,
    done: ({ system }) => texts.imported({ system: systemName(system) }),
    onDone: () => {
      preview.reset();
      form.reset();
    },
  });
  const submit = form.onSubmit(async ({ system, mapping, files }) => {
    setShown(null);
    create.reset();
    const read = system === 'other' ? await readMapping(mapping) : system;
    if (read === null) return form.setFieldError('mapping', texts.notJson);
    const body = await bodyOf(read, files);
    if (body === null) return form.setFieldError('files', texts.tooLarge);
    preview.send({ path, body: { ...body, preview: true } });
  });
  return (
    <>
      <Card component="section" aria-label={texts.importHistory}>
        <Form write={preview} submit={texts.preview} onSubmit={submit}>
          <Introduction />
          <Fields form={form} />
        </Form>
      </Card>
      {shown && preview.answer && (
        <ImportReport
          report={preview.answer}
          write={create}
          onImport={() => create.sendAndWait({ path, body: { ...shown, preview: false } })}
        />
      )}
      {!shown && create.answer && <ImportReport report={create.answer} />}
    </>
  );
}

function Introduction() {
  return (
    <div>
      <Title order={2}>{texts.importHistory}</Title>
      <Text size="sm" c="dimmed" mt={4} maw={640}>
        {texts.description}{' '}
        <Anchor href="/docs.md" inherit underline="always">
          {texts.readTheGuide}
        </Anchor>
      </Text>
    </div>
  );
}

type FieldsForm = Pick<UseFormReturnType<Values>, 'values' | 'errors' | 'getInputProps' | 'setFieldValue'>;

function Fields({ form }: { readonly form: FieldsForm }) {
  const { system, files } = form.values;
  return (
    <>
      <Select
        label={texts.system}
        data={SYSTEMS.map((value) => ({ value, label: texts.systems[value] }))}
        allowDeselect={false}
        maw={320}
        {...form.getInputProps('system')}
      />
      {system === 'other' && (
        <FileInput
          label={texts.mapping}
          description={texts.mappingHint}
          placeholder={texts.chooseAFile}
          accept="application/json,.json"
          required
          clearable
          clearButtonProps={{ 'aria-label': common.removeFile }}
          maw={480}
          {...form.getInputProps('mapping')}
        />
      )}
      <FileInput
        label={texts.files}
        description={texts.filesHint}
        placeholder={texts.chooseFiles}
        accept="text/csv,.csv"
        multiple
        required
        clearable
        clearButtonProps={{ 'aria-label': common.removeFile }}
        maw={480}
        value={files.map(({ file }) => file)}
        onChange={(chosen) => form.setFieldValue('files', withKinds(chosen))}
        error={form.errors.files}
      />
      {files.length > 0 && <Contents files={files} onChange={(next) => form.setFieldValue('files', next)} />}
    </>
  );
}

/** What each file has rows of: guessed from its name, and chosen where that is wrong. */
function Contents({
  files,
  onChange,
}: {
  readonly files: readonly ChosenFile[];
  readonly onChange: (files: ChosenFile[]) => void;
}) {
  const choose = (chosen: File, kind: ImportKind) =>
    onChange(files.map((one) => (one.file === chosen ? { ...one, kind } : one)));
  return (
    <Stack gap="xs" maw={640}>
      <Table aria-label={texts.files} verticalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{texts.file}</Table.Th>
            <Table.Th>{texts.contains}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {files.map(({ file, kind }) => (
            <Table.Tr key={file.name}>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>{file.name}</Table.Td>
              <Table.Td w={200}>
                <Select
                  aria-label={texts.contents({ name: file.name })}
                  data={IMPORT_KINDS.map((value) => ({ value, label: texts.kinds[value] }))}
                  value={kind}
                  allowDeselect={false}
                  onChange={(next) => next !== null && choose(file, next)}
                />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Stack>
  );
}

async function readMapping(file: File | null): Promise<ImportBody['mapping'] | null> {
  try {
    return JSON.parse((await file?.text()) ?? '') as ImportBody['mapping'];
  } catch {
    return null;
  }
}
