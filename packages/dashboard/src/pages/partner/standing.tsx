import { Alert, Group, Text } from '@mantine/core';
import { IconClock, IconInfoCircle, IconUserPause } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { type PartnerProgram, usePartnerProgram } from '../../session/session.js';
import { LinkButton } from '../../ui/links.js';
import { Time } from '../../ui/time.js';

/** What a partner may do in a program, which follows from what the company decided. */
export function useStanding() {
  const { status } = usePartnerProgram();
  const isApproved = status === 'approved';
  return { canMakeLinks: isApproved, hasTakenPart: isApproved || status === 'suspended' };
}

const NOTICES: Record<
  Exclude<PartnerProgram['status'], 'approved'>,
  { readonly title: string; readonly icon: ReactNode; text(company: string): string }
> = {
  pending: {
    title: 'Your application is being looked at',
    icon: <IconClock size={18} aria-hidden />,
    text: (company) =>
      `${company} has not decided yet and will write to you. You can make links once you are approved.`,
  },
  rejected: {
    title: 'You are not part of this program',
    icon: <IconInfoCircle size={18} aria-hidden />,
    text: (company) => `${company} did not accept you as a partner, so no links count here.`,
  },
  suspended: {
    title: 'You are suspended in this program',
    icon: <IconUserPause size={18} aria-hidden />,
    text: (company) =>
      `Clicks on your links no longer count, and what your customers still buy is put on hold. What was payable is paid as before. Ask ${company} if you do not know why.`,
  },
};

// In the colour of the notice a title has too little contrast.
const TITLE_TO_READ = { title: { color: 'var(--mantine-color-text)' } };

/** On top of each page of a program: says it plainly where the partner is not, or no longer, taking part. */
export function Standing() {
  const { status, company } = usePartnerProgram();
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
      {text(company)}
    </Alert>
  );
}

/** Says until when no payout is created, after the payout details were changed. */
export function OnHold() {
  const { payouts_held_until: until, company } = usePartnerProgram();
  if (until === null) return null;
  return (
    <Alert
      color="orange"
      variant="light"
      mb="md"
      title="Payouts are on hold"
      icon={<IconClock size={18} aria-hidden />}
      styles={TITLE_TO_READ}
    >
      Your payout details were changed. For your safety, {company} creates no payout for you before{' '}
      <Time at={until} />. Nothing is lost: your balance is in the next payout after that. If you did not
      change them, choose a new password, correct the details, and tell {company}.
    </Alert>
  );
}

/** Asks for payout details while there are none: without them nobody can be paid. */
export function AskForDetails() {
  const program = usePartnerProgram();
  const { hasTakenPart } = useStanding();
  if (!hasTakenPart || program.payout_method !== null) return null;
  return (
    <Alert color="blue" variant="light" mb="md" title="Add payout details to get paid" styles={TITLE_TO_READ}>
      <Group justify="space-between" gap="sm">
        <Text size="sm">{program.company} can pay you once you have added them.</Text>
        <LinkButton
          to="/partner/$programId/details"
          params={{ programId: String(program.program_id) }}
          size="xs"
        >
          Add payout details
        </LinkButton>
      </Group>
    </Alert>
  );
}
