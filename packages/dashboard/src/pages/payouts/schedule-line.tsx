import { Text } from '@mantine/core';
import { useRead } from '../../api/use-read.js';
import { formatPayoutTime } from '../../format/payout-schedule.js';
import { useCan, useProgram, useProgramId } from '../../session/session.js';
import { texts } from '../../texts/payout-schedules.js';
import { TextLink } from '../../ui/links.js';

/** When the schedule prepares the next payout run, or that people make them. */
export function ScheduleLine() {
  const programId = useProgramId();
  const { workspace_id: workspaceId, next_payout_at: nextAt, archived_at: archivedAt } = useProgram();
  const canChange = useCan('program:write');
  const { data } = useRead('/api/workspaces/{workspaceId}', { path: { workspaceId: String(workspaceId) } });
  const linkTo = (text: string) => (
    <TextLink
      to="/p/$programId/settings/program"
      params={{ programId }}
      hash="payout-schedule"
      size="sm"
      underline="always"
    >
      {text}
    </TextLink>
  );
  if (archivedAt !== null) return null;
  if (nextAt === null)
    return (
      <Text size="sm" mb="md">
        {canChange ? texts.runsByHand({ link: linkTo(texts.setASchedule) }) : texts.runsAreByHand}
      </Text>
    );
  const values = data && {
    time: formatPayoutTime(nextAt, data.time_zone),
    timeZone: data.time_zone.replaceAll('_', ' '),
  };
  return (
    <Text size="sm" mb="md" mih="1.45rem">
      {values &&
        (canChange
          ? texts.nextRunIsPrepared({ ...values, link: linkTo(texts.changeSchedule) })
          : texts.nextRunIsPreparedOn(values))}
    </Text>
  );
}
