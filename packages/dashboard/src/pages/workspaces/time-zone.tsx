import { Card, Select, Skeleton } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useRead } from '../../api/use-read.js';
import { useWrite } from '../../api/use-write.js';
import { useWorkspaceId } from '../../session/session.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/workspaces.js';
import { useFieldErrors } from '../../ui/field-errors.js';
import { Form } from '../../ui/form-drawer.js';
import { SectionTitle } from '../../ui/section-title.js';
import { ErrorState } from '../../ui/states.js';

/** The time zone of the workspace: when its weekly digest is sent. */
export function WorkspaceTimeZone() {
  const workspaceId = useWorkspaceId();
  const read = useRead('/api/workspaces/{workspaceId}', { path: { workspaceId } });
  return (
    <Card>
      <SectionTitle id="time-zone" size="h3" mb="sm">
        {texts.timeZone}
      </SectionTitle>
      {read.data ? (
        <Fields key={workspaceId} timeZone={read.data.time_zone} />
      ) : read.error ? (
        <ErrorState error={read.error} retry={() => void read.refetch()} />
      ) : (
        <Skeleton height={120} />
      )}
    </Card>
  );
}

const FIELDS = { time_zone: { at: 'timeZone', invalid: texts.chooseATimeZone } } as const;

function Fields({ timeZone }: { readonly timeZone: string }) {
  const workspaceId = useWorkspaceId();
  const form = useForm({
    initialValues: { timeZone },
    validate: { timeZone: (value) => (value ? null : texts.chooseATimeZone) },
  });
  const save = useWrite('patch', '/api/workspaces/{workspaceId}', {
    done: texts.settingsSaved,
    showsError: true,
    // The service may know the zone by another name than this browser.
    onDone: ({ time_zone }) => form.setFieldValue('timeZone', time_zone),
  });
  const write = useFieldErrors(form, save, FIELDS);
  return (
    <Form
      submit={common.save}
      write={write}
      onSubmit={form.onSubmit((values) =>
        save.send({ path: { workspaceId }, body: { time_zone: values.timeZone } }),
      )}
    >
      <Select
        label={texts.timeZone}
        description={texts.whatTheTimeZoneDoes}
        data={choicesWith(form.values.timeZone)}
        nothingFoundMessage={texts.noMatchingTimeZone}
        searchable
        allowDeselect={false}
        {...form.getInputProps('timeZone')}
      />
    </Form>
  );
}

/** The zones that this browser knows, and the one in use. A space is what people type between the words of a city. */
function choicesWith(inUse: string): { value: string; label: string }[] {
  const names = new Set(['UTC', inUse, ...Intl.supportedValuesOf('timeZone')]);
  return [...names].map((value) => ({ value, label: value.replaceAll('_', ' ') }));
}
