import { Anchor, Card, FileInput, Select, Stack, Table, Text, Title } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { useRef, useState } from 'react';
import { type Answer, request } from '../../api/client.js';
import { useAction, useWrite } from '../../api/use-write.js';
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

interface Previewed {
  readonly body: ImportBody;
  readonly report: Answer<typeof IMPORTS_PATH, 'post'>;
}

/** Why what was chosen in a field cannot be sent. */
interface FileFault {
  readonly at: 'mapping' | 'files';
  readonly fault: string;
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
  // The same that was previewed is imported, even where a file has changed on disk since.
  const [shown, setShown] = useState<Previewed | null>(null);
  const form = useForm<Values>({
    initialValues: { system: 'rewardful', mapping: null, files: [] },
    validate: {
      mapping: (file, { system }) => (system === 'other' && file === null ? texts.chooseAMapping : null),
      files: faultOfFiles,
    },
    onValuesChange: () => setShown(null),
  });
  const preview = useAction(
    async (values: Values): Promise<Previewed | FileFault> => {
      const read = await readFiles(values);
      if ('fault' in read) return read;
      const body = { ...read, preview: true };
      return { body: read, report: await request('post', IMPORTS_PATH, { path, body }) };
    },
    {
      showsError: true,
      onDone(found) {
        if ('fault' in found) form.setFieldError(found.at, found.fault);
        else setShown(found);
      },
    },
  );
  const create = useWrite('post', IMPORTS_PATH, {
    showsError: true,
    done: ({ system }) => texts.imported({ system: systemName(system) }),
    onDone: () => {
      preview.reset();
      form.reset();
    },
  });
  const submit = form.onSubmit((values) => {
    setShown(null);
    create.reset();
    preview.send(values);
  });
  return (
    <>
      <Card component="section" aria-label={texts.importHistory}>
        <Form write={preview} submit={texts.preview} onSubmit={submit}>
          <Introduction />
          <Fields form={form} />
        </Form>
      </Card>
      {shown && (
        <ImportReport
          report={shown.report}
          write={create}
          onImport={() => create.sendAndWait({ path, body: { ...shown.body, preview: false } })}
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
        <Anchor href="/docs.md" target="_blank" rel="noreferrer" inherit underline="always">
          {texts.readTheGuide}
        </Anchor>
      </Text>
    </div>
  );
}

type FieldsForm = Pick<UseFormReturnType<Values>, 'values' | 'errors' | 'getInputProps' | 'setFieldValue'>;

function Fields({ form }: { readonly form: FieldsForm }) {
  const { system, files } = form.values;
  // The browser says nothing when the file is chosen that its field has already: one that was corrected on disk.
  const forgetMapping = useRef<() => void>(null);
  const forgetFiles = useRef<() => void>(null);
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
          resetRef={forgetMapping}
          value={form.values.mapping}
          onChange={(chosen) => {
            form.setFieldValue('mapping', chosen);
            forgetMapping.current?.();
          }}
          error={form.errors.mapping}
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
        resetRef={forgetFiles}
        onChange={(chosen) => {
          form.setFieldValue('files', withKinds(chosen));
          forgetFiles.current?.();
        }}
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

/** What is sent for what was chosen, or the field in which something has to be chosen again. */
async function readFiles({ system, mapping, files }: Values): Promise<ImportBody | FileFault> {
  const read = system === 'other' ? await readMapping(mapping) : system;
  if (typeof read === 'object' && 'fault' in read) return read as FileFault;
  const body = await bodyOf(read, files).catch(() => 'unreadable' as const);
  if (body === 'unreadable') return { at: 'files', fault: common.fileCannotBeRead };
  return body ?? { at: 'files', fault: texts.tooLarge };
}

async function readMapping(file: File | null): Promise<ImportBody['mapping'] | FileFault> {
  const text = await file?.text().catch(() => null);
  if (text === null) return { at: 'mapping', fault: common.fileCannotBeRead };
  try {
    return JSON.parse(text ?? '') as ImportBody['mapping'];
  } catch {
    return { at: 'mapping', fault: texts.notJson };
  }
}
