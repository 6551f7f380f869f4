import { Progress, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { isSignedOut } from '../../../api/error.js';
import { useRead } from '../../../api/use-read.js';
import { useHashToken } from '../../../session/hash-token.js';
import { idField, oneOf, useFilters } from '../../../session/search.js';
import { meOptions, programOptions } from '../../../session/session.js';
import { common } from '../../../texts/common.js';
import { texts } from '../../../texts/workspaces.js';
import { LinkButton } from '../../../ui/links.js';
import { PageHeader } from '../../../ui/page-header.js';
import { EmptyState, ErrorState, Loading } from '../../../ui/states.js';
import { AccountStep } from './account-step.js';
import { DoneStep } from './done-step.js';
import { OriginsStep } from './origins-step.js';
import { PartnerStep } from './partner-step.js';
import { ProgramStep } from './program-step.js';

const FILTERS = {
  workspace: idField,
  program: idField,
  step: oneOf('program', 'origins', 'partner', 'done'),
};
const STEPS = ['account', 'program', 'origins', 'partner'] as const;

/**
 * The first run: account, program, origins, first partner. The service knows which steps are done, so anyone who
 * leaves in between continues where they were, in any browser.
 */
export function SetupPage() {
  const setupToken = useHashToken();
  const setup = useRead('/api/setup', {});
  if (setup.error) return <ErrorState error={setup.error} retry={() => void setup.refetch()} />;
  if (setup.data === undefined) return <Loading />;
  if (!setup.data.needed) return <SignedIn />;
  return <Step name="account" needsToken={setup.data.needs_token} setupToken={setupToken} />;
}

function SignedIn() {
  const me = useQuery(meOptions);
  const [search] = useFilters(FILTERS);
  if (isSignedOut(me.error)) return <Navigate to="/sign-in" search={{ return: '/setup' }} replace />;
  if (me.error) return <ErrorState error={me.error} retry={() => void me.refetch()} />;
  if (me.data === undefined) return <Loading />;
  const own = me.data.workspaces.filter(({ permissions }) => permissions.includes('program:write'));
  const workspace = own.find(({ id: number }) => String(number) === search.workspace) ?? own[0];
  if (workspace === undefined) return <NothingToSetUp />;
  return <OfWorkspace workspaceId={String(workspace.id)} />;
}

function OfWorkspace({ workspaceId }: { readonly workspaceId: string }) {
  const [search] = useFilters(FILTERS);
  const programs = useRead('/api/workspaces/{workspaceId}/programs', {
    path: { workspaceId },
    query: { limit: '1' },
  });
  if (programs.error) return <ErrorState error={programs.error} retry={() => void programs.refetch()} />;
  if (programs.data === undefined) return <Loading />;
  const programId = search.program ?? programs.data.data[0]?.id;
  if (programId === undefined || search.step === 'program') {
    return <Step name="program" workspaceId={workspaceId} />;
  }
  return <OfProgram programId={String(programId)} />;
}

function OfProgram({ programId }: { readonly programId: string }) {
  const [{ step }] = useFilters(FILTERS);
  const program = useQuery(programOptions(programId));
  const counts = useRead('/api/programs/{programId}/partner-counts', { path: { programId } });
  const error = program.error ?? counts.error;
  if (error) return <ErrorState error={error} retry={() => void program.refetch()} />;
  if (program.data === undefined || counts.data === undefined) return <Loading />;
  if (step === 'done') return <DoneStep program={program.data} />;
  if (step === 'origins' || step === 'partner') return <Step name={step} program={program.data} />;
  if (program.data.allowed_origins.length === 0) return <Step name="origins" program={program.data} />;
  if (counts.data.approved === 0) return <Step name="partner" program={program.data} />;
  return <DoneStep program={program.data} />;
}

type StepProps =
  | { readonly name: 'account'; readonly needsToken: boolean; readonly setupToken: string }
  | { readonly name: 'program'; readonly workspaceId: string }
  | { readonly name: 'origins' | 'partner'; readonly program: Parameters<typeof OriginsStep>[0]['program'] };

function Step(props: StepProps) {
  const number = STEPS.indexOf(props.name) + 1;
  return (
    <>
      <Text size="xs" c="dimmed" ta="center" mb={6}>
        {texts.stepOf({ number, steps: STEPS.length })}
      </Text>
      <Progress
        value={(number / STEPS.length) * 100}
        size="sm"
        mb="lg"
        aria-label={texts.stepOf({ number, steps: STEPS.length })}
      />
      {props.name === 'account' && (
        <AccountStep needsToken={props.needsToken} setupToken={props.setupToken} />
      )}
      {props.name === 'program' && <ProgramStep workspaceId={props.workspaceId} />}
      {props.name === 'origins' && <OriginsStep program={props.program} />}
      {props.name === 'partner' && <PartnerStep program={props.program} />}
    </>
  );
}

function NothingToSetUp() {
  return (
    <>
      <PageHeader title={texts.nothingToSetUp} isTopLevel />
      <EmptyState
        title={texts.askAnOwnerOrAdmin}
        text={texts.onlyOwnersAndAdminsCan}
        action={<LinkButton to="/">{common.goToHomePage}</LinkButton>}
      />
    </>
  );
}
