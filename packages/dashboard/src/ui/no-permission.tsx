import { IconLock } from '@tabler/icons-react';
import { common } from '../texts/common.js';
import { texts } from '../texts/ui.js';
import { LinkButton } from './links.js';
import { EmptyState } from './states.js';

/** Replaces a page that the reader may not open: says who may, and links back. */
export function NoPermission({
  who,
}: {
  /** "owners and admins". */
  readonly who: string;
}) {
  return (
    <EmptyState
      icon={<IconLock size={22} aria-hidden />}
      title={texts.youDontHaveAccess}
      text={texts.onlyCanViewThisPage({ who })}
      action={
        <LinkButton to="/" variant="default">
          {common.goToHomePage}
        </LinkButton>
      }
    />
  );
}
