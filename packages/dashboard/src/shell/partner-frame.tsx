import { useSuspenseQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { lazy } from 'react';
import { isBranded } from '../session/branding.js';
import { portalProgramsOptions, usePartnerProgram } from '../session/session.js';
import { viewedPartner } from '../session/viewing.js';
import { texts } from '../texts/shell.js';
import { Frame } from './frame.js';
import { LazyBrand } from './lazy-brand.js';
import { PARTNER_NAVIGATION, VIEWED_NAVIGATION } from './navigation.js';
import { samePage } from './same-page.js';
import { Switcher } from './switcher.js';

const ViewingBanner = lazy(async () => ({ default: (await import('./viewing-banner.js')).ViewingBanner }));

/** The frame around a partner's pages of one program. */
export function PartnerFrame() {
  const program = usePartnerProgram();
  const { pathname } = useLocation();
  const programs = useSuspenseQuery(portalProgramsOptions()).data.data;
  const viewed = viewedPartner();
  const programId = String(program.program_id);
  return (
    <Frame
      logo={<LazyBrand branding={program.branding} />}
      {...(isBranded(program.branding) && { site: program.branding.name })}
      groups={[viewed === null ? PARTNER_NAVIGATION : VIEWED_NAVIGATION]}
      notice={viewed && <ViewingBanner viewed={viewed} />}
      params={{ programId }}
      switcher={
        <Switcher
          label={texts.partnerProgram}
          current={{ id: programId, name: program.name }}
          choices={programs.map(({ program_id, name, company }) => ({
            id: program_id,
            name,
            note: company,
            to: samePage(pathname, '/partner', program_id),
          }))}
        />
      }
    />
  );
}
