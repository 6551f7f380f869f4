import { Alert, Group, Text } from '@mantine/core';
import { IconClock, IconInfoCircle, IconUserPause } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatDate } from '../../format/time.js';
import { type PartnerProgram, usePartnerProgram } from '../../session/session.js';
import { viewedPartner } from '../../session/viewing.js';
import { texts } from '../../texts/portal.js';
import { LinkButton } from '../../ui/links.js';
import { Time } from '../../ui/time.js';

/** What a partner may do in a program, which follows from what the team decided. */
export function useStanding() {
  const { status } = usePartnerProgram();
  const isApproved = status === 'approved';
  return { canMakeLinks: isApproved, hasTakenPart: isApproved || status === 'suspended' };
}

const NOTICES: Record<
  Exclude<PartnerProgram['status'], 'approved'>,
  { readonly title: string; readonly icon: ReactNode; text(workspace: string): string }
> = {
  pending: {
    title: texts.yourApplicationIsUnderReview,
    icon: <IconClock size={18} aria-hidden />,
    text: (workspace) => texts.willEmailYouItsDecision({ workspace }),
  },
  rejected: {
    title: texts.youreNotInThisProgram,
    icon: <IconInfoCircle size={18} aria-hidden />,
    text: (workspace) => texts.didNotAcceptYourApplication({ workspace }),
  },
  suspended: {
    title: texts.yourParticipationIsSuspended,
    icon: <IconUserPause size={18} aria-hidden />,
    text: (workspace) => texts.clicksOnYourLinksNo({ workspace }),
  },
};

// In the color of the alert a title has too little contrast.
const TITLE_TO_READ = { title: { color: 'var(--mantine-color-text)' } };

/** On top of each page of a program: says it plainly where the partner is not, or no longer, taking part. */
export function Standing() {
  const { status, company: workspace } = usePartnerProgram();
  if (status === 'approved') return null;
  const { title, icon, text } = NOTICES[status];
  return (
    <Alert
      color={status === 'pending' ? 'blue' : 'orange'}
      variant="light"
      mb="md"
      title={title}
      icon={icon}
      styles={TITLE_TO_READ}
    >
      {text(workspace)}
    </Alert>
  );
}

/** Says until when no payout is created, after payout details were entered or changed. */
export function OnHold() {
  const { payouts_held_until: until, next_payout_on: nextOn, company: workspace } = usePartnerProgram();
  // A run that is planned for later waits for nothing.
  if (until === null || (nextOn !== null && until.slice(0, nextOn.length) < nextOn)) return null;
  return (
    <Alert
      color="orange"
      variant="light"
      mb="md"
      title={texts.yourNextPayoutWaits({ day: formatDate(until) })}
      icon={<IconClock size={18} aria-hidden />}
      styles={TITLE_TO_READ}
    >
      {texts.yourPayoutDetailsAreNew({
        workspace,
        time: <Time at={until} />,
        workspace2: workspace,
      })}
    </Alert>
  );
}

/** Asks for payout details while there are none: without them nobody can be paid. */
export function AskForDetails() {
  const program = usePartnerProgram();
  const { hasTakenPart } = useStanding();
  if (!hasTakenPart || program.payout_method !== null) return null;
  return (
    <Alert color="blue" variant="light" mb="md" title={texts.addPayoutDetailsToGet} styles={TITLE_TO_READ}>
      <Group justify="space-between" gap="sm">
        <Text size="sm">{texts.canPayYouOnceYouve({ workspace: program.company })}</Text>
        {viewedPartner() === null && (
          <LinkButton
            to="/partner/$programId/details"
            params={{ programId: String(program.program_id) }}
            search={{ new: 'true' } as never}
            size="xs"
          >
            {texts.addPayoutDetails}
          </LinkButton>
        )}
      </Group>
    </Alert>
  );
}
