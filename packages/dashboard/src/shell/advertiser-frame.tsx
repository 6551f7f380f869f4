import { Menu } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { Answer } from '../api/client.js';
import { useList, useRead } from '../api/use-read.js';
import { rememberProgram } from '../session/last-program.js';
import { useProgram, useWorkspace, useWorkspaceId } from '../session/session.js';
import { common } from '../texts/common.js';
import { texts } from '../texts/shell.js';
import { Frame } from './frame.js';
import { type NavigationGroup, PROGRAM_NAVIGATION, WORKSPACE_NAVIGATION } from './navigation.js';
import { samePage } from './same-page.js';
import { Switcher } from './switcher.js';

const MOST_AT_ONCE = '200';

/** What waits for somebody shows on a page that is left open, too. */
const LOOK_EVERY_MS = 20_000;

/** The frame around the pages of a program: everything of it, and its workspace. */
export function ProgramFrame() {
  const program = useProgram();
  const { pathname } = useLocation();
  const workspaceId = useWorkspaceId();
  const workspaceGroup = usePermitted(WORKSPACE_NAVIGATION);
  const programs = useList('/api/workspaces/{workspaceId}/programs', {
    path: { workspaceId },
    query: { limit: MOST_AT_ONCE },
  });
  const programId = String(program.id);
  const { data: attention } = useRead(
    '/api/programs/{programId}/attention',
    { path: { programId } },
    { everyMs: LOOK_EVERY_MS },
  );
  useEffect(() => rememberProgram(programId), [programId]);
  return (
    <Frame
      groups={[...PROGRAM_NAVIGATION, workspaceGroup]}
      params={{ programId, workspaceId }}
      counts={{
        '/p/$programId/claims': attention?.open_claims,
        '/p/$programId/partners': attention?.applications,
        '/p/$programId/payouts': attention && payoutsOf(attention),
      }}
      switcher={
        <Switcher
          label={common.program}
          current={{ id: programId, name: program.name }}
          choices={(programs.rows ?? [program]).map(({ id, name, domain, currency }) => ({
            id,
            name,
            note: `${domain} · ${currency}`,
            to: samePage(pathname, '/p', id),
          }))}
          below={
            <>
              <Menu.Divider />
              <Menu.Item
                renderRoot={(props) => <Link to="/w/$workspaceId" params={{ workspaceId }} {...props} />}
              >
                {texts.allPrograms}
              </Menu.Item>
            </>
          }
        />
      }
    />
  );
}

/** The frame around the pages of a workspace. */
export function WorkspaceFrame() {
  const workspaceId = useWorkspaceId();
  return (
    <Frame
      groups={[usePermitted(WORKSPACE_NAVIGATION)]}
      params={{ workspaceId }}
      switcher={<WorkspaceName />}
    />
  );
}

function WorkspaceName() {
  return <strong style={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>{useWorkspace()?.name}</strong>;
}

function usePermitted(group: NavigationGroup): NavigationGroup {
  const permissions = useWorkspace()?.permissions ?? [];
  return {
    ...group,
    items: group.items.filter(({ needs }) => needs === undefined || permissions.includes(needs)),
  };
}

/** Those that are due, and those that a run has and nobody has marked as paid. */
function payoutsOf({
  payouts_due: due,
  payouts_open: open,
}: Answer<'/api/programs/{programId}/attention'>): number {
  return (
    due.reduce((sum, { partners }) => sum + partners, 0) + open.reduce((sum, { payouts }) => sum + payouts, 0)
  );
}
