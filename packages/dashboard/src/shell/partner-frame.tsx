import { useSuspenseQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { isBranded } from '../session/branding.js';
import { partnerProgramsOptions, usePartnerProgram } from '../session/session.js';
import { texts } from '../texts/shell.js';
import { Frame } from './frame.js';
import { LazyBrand } from './lazy-brand.js';
import { PARTNER_NAVIGATION } from './navigation.js';
import { samePage } from './same-page.js';
import { Switcher } from './switcher.js';

/** The frame around what is about no single program: the list of a partner's programs, the account. */
export function PlainFrame() {
  return <Frame groups={[]} params={{}} />;
}

/** The frame around a partner's pages of one program. */
export function PartnerFrame() {
  const program = usePartnerProgram();
  const { pathname } = useLocation();
  const programs = useSuspenseQuery(partnerProgramsOptions).data.data;
  const programId = String(program.program_id);
  return (
    <Frame
      logo={<LazyBrand branding={program.branding} />}
      {...(isBranded(program.branding) && { site: program.branding.name })}
      groups={[PARTNER_NAVIGATION]}
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
