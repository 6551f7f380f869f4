import { Button, Divider, Drawer, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { addressOf } from '../../api/client.js';
import { useWrite } from '../../api/use-write.js';
import { useCan, useProgramId } from '../../session/session.js';
import { texts } from '../../texts/assets.js';
import { common } from '../../texts/common.js';
import { changedFields } from '../../ui/changed-fields.js';
import { Snippet } from '../../ui/copy.js';
import { DownloadLink } from '../../ui/download-link.js';
import { Form } from '../../ui/form-drawer.js';
import { type Asset, formatSize, kindOf, LINK } from './asset.js';

interface Props {
  readonly asset: Asset;
}

/** One asset: what it is, its name, and whether partners see it. */
export function AssetDrawer({ asset, onClose }: Props & { readonly onClose: () => void }) {
  const programId = useProgramId();
  const canWrite = useCan('partner:write');
  return (
    <Drawer opened onClose={onClose} title={asset.name}>
      <Stack gap="lg">
        {asset.size_bytes !== null && (
          <Group justify="space-between">
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {asset.file_name} · {kindOf(asset)} · {formatSize(asset.size_bytes)}
            </Text>
            <DownloadLink
              href={addressOf('/api/programs/{programId}/assets/{id}/file', {
                path: { programId, id: String(asset.id) },
              })}
            >
              {texts.download}
            </DownloadLink>
          </Group>
        )}
        {canWrite ? (
          <>
            <Edit asset={asset} />
            <Divider />
            <Archiving asset={asset} onClose={onClose} />
          </>
        ) : (
          asset.body !== null && <Snippet code={asset.body} label={texts.text} wraps />
        )}
      </Stack>
    </Drawer>
  );
}

function Edit({ asset }: Props) {
  const programId = useProgramId();
  const isText = asset.body !== null;
  const form = useForm({
    initialValues: { name: asset.name, body: asset.body ?? '' },
    validate: {
      name: (name) => (name.trim() === '' ? common.enterAName : null),
      body: (body) => (isText && body.trim() === '' ? texts.enterAText : null),
    },
  });
  const save = useWrite('patch', '/api/programs/{programId}/assets/{id}', {
    showsError: true,
    done: texts.saved,
    onDone: (saved) => form.setInitialValues({ name: saved.name, body: saved.body ?? '' }),
  });
  const bodyOf = ({ name, body }: typeof form.values) => ({
    name: name.trim(),
    ...(isText && { body: body.trim() }),
  });
  const submit = form.onSubmit((values) =>
    save.send({
      path: { programId, id: asset.id },
      body: changedFields(bodyOf(form.getInitialValues()), bodyOf(values)),
    }),
  );
  return (
    <Form submit={common.save} write={save} onSubmit={submit}>
      <TextInput
        label={texts.name}
        autoComplete="off"
        required
        maxLength={200}
        {...form.getInputProps('name')}
      />
      {isText && (
        <Textarea
          label={texts.text}
          description={texts.textHint({ link: LINK })}
          autosize
          minRows={5}
          required
          maxLength={10_000}
          {...form.getInputProps('body')}
        />
      )}
    </Form>
  );
}

function Archiving({ asset, onClose }: Props & { readonly onClose: () => void }) {
  const programId = useProgramId();
  const { name, is_archived: isArchived } = asset;
  const save = useWrite('patch', '/api/programs/{programId}/assets/{id}', {
    done: isArchived ? texts.restored({ name }) : texts.archived({ name }),
    onDone: onClose,
  });
  return (
    <Group justify="space-between" wrap="nowrap">
      <Text size="sm">{isArchived ? texts.restoreHint : texts.archiveHint}</Text>
      <Button
        variant="default"
        loading={save.isSending}
        onClick={() => save.send({ path: { programId, id: asset.id }, body: { is_archived: !isArchived } })}
      >
        {isArchived ? texts.restore : texts.archive}
      </Button>
    </Group>
  );
}
