import { Outlet } from '@tanstack/react-router';
import { useCan, useProgramId } from '../../session/session.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/programs.js';
import { PageHeader } from '../../ui/page-header.js';
import { TabLinks } from '../../ui/tab-links.js';

/** The parts of a program's settings beside each other; each is an address of its own. Parts begin with an h2. */
export function SettingsFrame() {
  const programId = useProgramId();
  const canManageKeys = useCan('api_key:write');
  const canArchive = useCan('workspace:write');
  const parts = [
    { part: 'program', label: common.program },
    { part: 'rules', label: texts.commissionRules },
    { part: 'application', label: texts.application },
    { part: 'origins', label: texts.origins },
    ...(canManageKeys ? [{ part: 'keys', label: common.apiKeys }] : []),
    { part: 'import', label: texts.import },
    ...(canArchive ? [{ part: 'danger', label: texts.archive }] : []),
  ];
  return (
    <>
      <PageHeader title={texts.settings} description={texts.howThisProgramTracksCredits} />
      <TabLinks
        label={texts.settings}
        tabs={parts.map(({ part, label }) => ({ to: `/p/${programId}/settings/${part}`, label }))}
      />
      <Outlet />
    </>
  );
}
