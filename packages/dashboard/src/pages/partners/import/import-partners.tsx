import { Anchor, Card, FileInput, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { TextEncoding } from '@svc/contract/text-encoding';
import { useRef, useState } from 'react';
import { request } from '../../../api/client.js';
import { useAction, useWrite } from '../../../api/use-write.js';
import { formatCount } from '../../../format/number.js';
import { readText } from '../../../format/read-text.js';
import { useCan, useProgramId } from '../../../session/session.js';
import { common } from '../../../texts/common.js';
import { texts } from '../../../texts/partner-imports.js';
import { Form } from '../../../ui/form-drawer.js';
import { TextLink } from '../../../ui/links.js';
import { NoPermission } from '../../../ui/no-permission.js';
import { PageHeader } from '../../../ui/page-header.js';
import {
  MAX_BODY_BYTES,
  MOST_ROWS,
  PATH,
  type PartnerImportReport,
  TEMPLATE_ADDRESS,
} from './partner-file.js';
import { PartnerRows } from './partner-rows.js';

/** A file as it was read when it was shown: the same is imported, even where it has changed on disk since. */
interface Previewed {
  readonly text: string;
  readonly encoding: TextEncoding;
  readonly report: PartnerImportReport;
}

/** Invites the partners of a CSV file, once it has been shown what its rows come to. */
export function ImportPartnersPage() {
  const programId = useProgramId();
  const canWrite = useCan('partner:write');
  return (
    <>
      <PageHeader
        title={texts.importPartners}
        description={texts.description}
        actions={
          <TextLink to="/p/$programId/partners" params={{ programId }}>
            {texts.allPartners}
          </TextLink>
        }
      />
      {canWrite ? <ImportPartners /> : <NoPermission who={texts.ownersAdminsAndMembers} />}
    </>
  );
}

function ImportPartners() {
  const programId = useProgramId();
  const path = { programId };
  const [shown, setShown] = useState<Previewed | null>(null);
  const form = useForm<{ file: File | null }>({
    initialValues: { file: null },
    validate: { file: (file) => (file === null ? texts.chooseAFileFirst : null) },
    onValuesChange: () => setShown(null),
  });
  const preview = useAction(
    async (file: File): Promise<Previewed | { readonly fault: string }> => {
      if (file.size > MAX_BODY_BYTES) return { fault: texts.tooLarge };
      const read = await readText(file).catch(() => null);
      if (read === null) return { fault: common.fileCannotBeRead };
      const { text, encoding } = read;
      return { text, encoding, report: await request('post', PATH, { path, body: { text, preview: true } }) };
    },
    {
      showsError: true,
      onDone(found) {
        const fault = 'fault' in found ? found.fault : faultOf(found.report);
        if (fault !== null) form.setFieldError('file', fault);
        else if ('report' in found) setShown(found);
      },
    },
  );
  const create = useWrite('post', PATH, {
    showsError: true,
    done: ({ new_count: count }) => texts.wereInvited({ count }),
    onDone: () => form.reset(),
  });
  const submit = form.onSubmit(({ file }) => {
    create.reset();
    if (file !== null) preview.send(file);
  });
  return (
    <>
      <Card component="section" aria-label={texts.importPartners}>
        <Form write={preview} submit={texts.preview} onSubmit={submit}>
          <FileField
            value={form.values.file}
            error={form.errors.file}
            onChange={(file) => form.setFieldValue('file', file)}
          />
        </Form>
      </Card>
      {shown?.encoding === 'windows-1252' && (
        <Text size="sm" mt="md">
          {texts.readAsWindows1252}
        </Text>
      )}
      {shown && (
        <PartnerRows
          report={shown.report}
          write={create}
          onImport={() => create.sendAndWait({ path, body: { text: shown.text } })}
        />
      )}
      {!shown && create.answer && <PartnerRows report={create.answer} />}
    </>
  );
}

/** Why a file has no rows to show; null: it has. */
function faultOf({ file_problem: found }: PartnerImportReport): string | null {
  if (found === null) return null;
  const values = { line: formatCount(found.line ?? 1), count: formatCount(MOST_ROWS) };
  switch (found.problem) {
    case 'not_csv':
      return texts.fileProblems.not_csv(values);
    case 'too_many_rows':
      return texts.fileProblems.too_many_rows(values);
    default:
      return texts.fileProblems[found.problem];
  }
}

function FileField({
  value,
  error,
  onChange,
}: {
  readonly value: File | null;
  readonly error: React.ReactNode;
  readonly onChange: (file: File | null) => void;
}) {
  // The browser says nothing when the file is chosen that its field has already: one that was corrected on disk.
  const forget = useRef<() => void>(null);
  return (
    <>
      <FileInput
        label={texts.file}
        description={texts.fileHint({ count: formatCount(MOST_ROWS) })}
        placeholder={texts.chooseAFile}
        accept="text/csv,.csv,.tsv,.txt"
        required
        clearable
        clearButtonProps={{ 'aria-label': common.removeFile }}
        maw={640}
        resetRef={forget}
        value={value}
        onChange={(chosen) => {
          onChange(chosen);
          forget.current?.();
        }}
        error={error}
      />
      <Anchor href={TEMPLATE_ADDRESS} download="partners.csv" size="sm" style={{ alignSelf: 'flex-start' }}>
        {texts.downloadTemplate}
      </Anchor>
    </>
  );
}
