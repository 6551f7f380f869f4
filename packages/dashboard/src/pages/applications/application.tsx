import { Card, Stack, Switch, Text, Textarea, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useWrite } from '../../api/use-write.js';
import { type Program, useCan, useProgram, useProgramId } from '../../session/session.js';
import { texts } from '../../texts/applications.js';
import { common } from '../../texts/common.js';
import { changedFields } from '../../ui/changed-fields.js';
import { Snippet } from '../../ui/copy.js';
import { Form } from '../../ui/form-drawer.js';
import { ApplicationQuestions } from './questions.js';

/** Whether people can apply to a program, where, and what they are told and asked. */
export function ApplicationSettingsPage() {
  const program = useProgram();
  const canChange = useCan('program:write');
  return (
    <Stack gap="md">
      <title>{texts.pageTitle}</title>
      <Card component="section" aria-label={texts.applications}>
        <Stack gap="md">
          <Title order={2}>{texts.applications}</Title>
          {canChange ? (
            <Acceptance key={program.id} />
          ) : (
            <Text size="sm">{program.accepts_applications ? texts.accepted : texts.notAccepted}</Text>
          )}
          {program.accepts_applications && <Address programId={program.id} />}
        </Stack>
      </Card>
      <ApplicationQuestions />
    </Stack>
  );
}

function valuesOf(program: Program) {
  return {
    acceptsApplications: program.accepts_applications,
    applicationText: program.application_text ?? '',
  };
}

function bodyOf({ acceptsApplications, applicationText }: ReturnType<typeof valuesOf>) {
  return {
    accepts_applications: acceptsApplications,
    application_text: applicationText.trim() === '' ? null : applicationText.trim(),
  };
}

function Acceptance() {
  const programId = useProgramId();
  const form = useForm({ initialValues: valuesOf(useProgram()) });
  const save = useWrite('patch', '/api/programs/{programId}', {
    done: texts.applicationsSaved,
    showsError: true,
    onDone: (saved) => {
      form.setInitialValues(valuesOf(saved));
      form.reset();
    },
  });
  return (
    <Form
      submit={common.save}
      write={save}
      onSubmit={form.onSubmit((values) =>
        save.send({
          path: { programId },
          body: changedFields(bodyOf(form.getInitialValues()), bodyOf(values)),
        }),
      )}
    >
      <Switch
        label={texts.acceptPartnerApplications}
        description={texts.youApproveOrRejectEach}
        {...form.getInputProps('acceptsApplications', { type: 'checkbox' })}
      />
      {form.values.acceptsApplications && (
        <Textarea
          label={texts.textForApplicants}
          description={texts.describeThePartners}
          autosize
          minRows={3}
          maxRows={10}
          maxLength={2000}
          {...form.getInputProps('applicationText')}
        />
      )}
    </Form>
  );
}

function Address({ programId }: { readonly programId: number }) {
  return (
    <div>
      <Text size="sm" fw={500} mb={4}>
        {texts.applicationPage}
      </Text>
      <Snippet code={`${window.location.origin}/apply/${programId}`} label={texts.applicationPage} />
    </div>
  );
}
