import { Card, Stack, Switch, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMemo } from 'react';
import { useWrite } from '../../api/use-write.js';
import { useCan, useProgram, useProgramId } from '../../session/session.js';
import { texts } from '../../texts/applications.js';
import { common } from '../../texts/common.js';
import { Snippet } from '../../ui/copy.js';
import { Form } from '../../ui/form-drawer.js';
import { SectionTitle } from '../../ui/section-title.js';
import { useSavedAtOnce } from '../../ui/use-saved-at-once.js';
import { useStoredValues } from '../../ui/use-stored-values.js';
import { ApplicationQuestions } from './questions.js';

/** Settings of a program's application page: whether it is open, its address, its text and its questions. */
export function ApplicationSettingsPage() {
  const program = useProgram();
  const canChange = useCan('program:write');
  return (
    <Stack gap="md">
      <title>{texts.pageTitle}</title>
      <Card component="section" aria-label={texts.applications}>
        <Stack gap="md">
          <SectionTitle id="applications">{texts.applications}</SectionTitle>
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

/** The switch is saved at once, so that nobody leaves with it changed and not saved; the text by its own button. */
function Acceptance() {
  const programId = useProgramId();
  const { accepts_applications: accepts, application_text: text } = useProgram();
  const accept = useWrite('patch', '/api/programs/{programId}', { done: texts.applicationsSaved });
  const [isAccepting, choose] = useSavedAtOnce(accepts, async (next) => {
    const saved = await accept.sendAndWait({ path: { programId }, body: { accepts_applications: next } });
    return saved && { stored: saved.accepts_applications };
  });
  const stored = useMemo(() => ({ text: text ?? '' }), [text]);
  const form = useForm({ initialValues: stored });
  useStoredValues(form, stored);
  const save = useWrite('patch', '/api/programs/{programId}', {
    done: texts.applicationsSaved,
    showsError: true,
    onDone: () => form.resetDirty(),
  });
  return (
    <>
      <Switch
        label={texts.acceptPartnerApplications}
        description={texts.youApproveOrRejectEach}
        checked={isAccepting}
        onChange={(event) => choose(event.currentTarget.checked)}
      />
      {isAccepting && (
        <Form
          submit={common.save}
          write={save}
          onSubmit={form.onSubmit(({ text: typed }) =>
            save.send({ path: { programId }, body: { application_text: typed.trim() || null } }),
          )}
        >
          <Textarea
            label={texts.textForApplicants}
            description={texts.describeThePartners}
            autosize
            minRows={3}
            maxRows={10}
            maxLength={2000}
            {...form.getInputProps('text')}
          />
        </Form>
      )}
    </>
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
