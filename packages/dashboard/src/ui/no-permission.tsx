import { IconLock } from '@tabler/icons-react';
import { LinkButton } from './links.js';
import { EmptyState } from './states.js';

/** In place of a page that is for others, for whoever came by an address: who may, and the way back. */
export function NoPermission({
  what,
  who,
}: {
  /** "API keys are". */
  readonly what: string;
  /** "owners and admins". */
  readonly who: string;
}) {
  return (
    <EmptyState
      icon={<IconLock size={22} aria-hidden />}
      title="This is not open to you"
      text={`${what} for ${who} of the workspace. Ask one of them if you need it.`}
      action={
        <LinkButton to="/" variant="default">
          Go to the start
        </LinkButton>
      }
    />
  );
}
