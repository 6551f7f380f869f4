import { useCan, useProgram, useProgramId } from '../../session/session.js';
import { texts } from '../../texts/codes.js';
import { TextLink } from '../../ui/links.js';

/** Who is credited for sales with a code, as the program has it, and where it is changed. */
export function CodeRule() {
  const programId = useProgramId();
  const { attribution_precedence: precedence } = useProgram();
  const canChange = useCan('program:write');
  return (
    <>
      {texts.creditOf[precedence]}{' '}
      {canChange && (
        <TextLink
          to="/p/$programId/settings/program"
          params={{ programId }}
          hash="codes"
          underline="always"
          style={{ whiteSpace: 'nowrap' }}
        >
          {texts.changeThis}
        </TextLink>
      )}
    </>
  );
}
