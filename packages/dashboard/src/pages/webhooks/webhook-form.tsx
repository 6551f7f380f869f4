import { MultiSelect, Select, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Answer, Input } from '../../api/client.js';
import { EVENT_TYPES, type EventType } from '../../api/event-types.js';
import { useRead } from '../../api/use-read.js';
import { useWrite } from '../../api/use-write.js';
import { useWorkspaceId } from '../../session/session.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/webhooks.js';
import { changedFields } from '../../ui/changed-fields.js';
import { FormDrawer } from '../../ui/form-drawer.js';
import type { Webhook } from './webhook-status.js';

type Body = Input<'/api/workspaces/{workspaceId}/webhooks', 'post'>['body'];
type Format = Webhook['format'];

const FORMATS = (Object.keys(texts.formats) as Format[]).map((value) => ({
  value,
  label: texts.formats[value],
}));

/** A new webhook, with its secret. */
export type MadeWebhook = Answer<'/api/workspaces/{workspaceId}/webhooks', 'post'>;

const TYPES = EVENT_TYPES.map((type) => ({
  value: type,
  label: texts.namedType({ name: texts.eventTypes[type], type }),
}));

/** The form for another webhook, or to change one. `onMade` gets a new one. */
export function WebhookForm({
  webhook,
  onClose,
  onMade,
}: {
  readonly webhook: Webhook | null;
  readonly onClose: () => void;
  readonly onMade?: (made: MadeWebhook) => void;
}) {
  const workspaceId = useWorkspaceId();
  const form = useWebhookForm(webhook);
  const create = useWrite('post', '/api/workspaces/{workspaceId}/webhooks', {
    showsError: true,
    onDone: onMade,
  });
  const update = useWrite('patch', '/api/workspaces/{workspaceId}/webhooks/{id}', {
    done: texts.saved,
    showsError: true,
    onDone: onClose,
  });
  const submit = (values: Values) => {
    const body = bodyOf(values);
    if (webhook === null) create.send({ path: { workspaceId }, body });
    else
      update.send({
        path: { workspaceId, id: webhook.id },
        body: changedFields(bodyOf(form.getInitialValues()), body),
      });
  };
  return (
    <FormDrawer
      title={webhook === null ? texts.addWebhook : texts.editWebhook}
      submit={webhook === null ? texts.addWebhook : common.save}
      write={webhook === null ? create : update}
      onClose={onClose}
      onSubmit={form.onSubmit(submit)}
    >
      <Fields form={form} />
    </FormDrawer>
  );
}

function useWebhookForm(webhook: Webhook | null) {
  return useForm({
    initialValues: {
      url: webhook?.url ?? '',
      description: webhook?.description ?? '',
      format: webhook?.format ?? ('standard' as Format),
      types: [...(webhook?.types ?? [])],
      program: webhook?.program_id?.toString() ?? null,
    },
    validate: { url: (url) => (url.trim() === '' ? texts.enterAUrl : null) },
  });
}

type WebhookFormState = ReturnType<typeof useWebhookForm>;
type Values = WebhookFormState['values'];

function bodyOf({ url, description, format, types, program }: Values): Body {
  return {
    url: url.trim(),
    description: description.trim(),
    format,
    types: types.length === 0 ? null : (types as EventType[]),
    program_id: program === null ? null : Number(program),
  };
}

/** What a well-known receiver understands; null: it is none. */
function formatFor(url: string): Format | null {
  if (/^https:\/\/hooks\.slack\.com\//.test(url.trim())) return 'slack';
  return /^https:\/\/(?:\w+\.)?discord(?:app)?\.com\/api\/webhooks\//.test(url.trim()) ? 'discord' : null;
}

function Fields({ form }: { readonly form: WebhookFormState }) {
  const workspaceId = useWorkspaceId();
  const programs = useRead('/api/workspaces/{workspaceId}/programs', { path: { workspaceId } });
  return (
    <>
      <TextInput
        label={texts.url}
        description={texts.urlHint}
        placeholder="https://shop.example/webhooks/svc"
        type="url"
        autoComplete="off"
        data-autofocus
        required
        {...form.getInputProps('url')}
        onChange={({ currentTarget: { value } }) => {
          form.setFieldValue('url', value);
          const format = formatFor(value);
          if (format !== null) form.setFieldValue('format', format);
        }}
      />
      <Select
        label={texts.format}
        description={texts.formatHint}
        data={FORMATS}
        allowDeselect={false}
        {...form.getInputProps('format')}
      />
      <MultiSelect
        label={texts.types}
        description={texts.typesHint}
        placeholder={form.values.types.length === 0 ? texts.allTypes : ''}
        data={TYPES}
        searchable
        clearable
        {...form.getInputProps('types')}
      />
      <Select
        label={common.program}
        placeholder={texts.allPrograms}
        clearable
        data={(programs.data?.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
        {...form.getInputProps('program')}
      />
      <TextInput
        label={texts.whatItIsFor}
        description={texts.descriptionHint}
        autoComplete="off"
        maxLength={200}
        {...form.getInputProps('description')}
      />
    </>
  );
}
