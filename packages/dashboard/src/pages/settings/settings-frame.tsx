import { Outlet } from '@tanstack/react-router';
import { useCan, useProgramId } from '../../session/session.js';
import { PageHeader } from '../../ui/page-header.js';
import { TabLinks } from '../../ui/tab-links.js';

/** The parts of a program's settings beside each other; each is an address of its own. Parts begin with an h2. */
export function SettingsFrame() {
  const programId = useProgramId();
  const canManageKeys = useCan('key:write');
  const canArchive = useCan('workspace:write');
  const parts = [
    { part: 'program', label: 'Program' },
    { part: 'rules', label: 'Commission rules' },
    { part: 'origins', label: 'Origins' },
    ...(canManageKeys ? [{ part: 'keys', label: 'API keys' }] : []),
    ...(canArchive ? [{ part: 'danger', label: 'Archive' }] : []),
  ];
  return (
    <>
      <PageHeader title="Settings" description="How this program counts, credits and pays." />
      <TabLinks
        label="Settings"
        tabs={parts.map(({ part, label }) => ({ to: `/p/${programId}/settings/${part}`, label }))}
      />
      <Outlet />
    </>
  );
}
