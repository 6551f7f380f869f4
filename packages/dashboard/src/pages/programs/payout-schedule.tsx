import { Anchor, Card, Select, SimpleGrid, Stack, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { nextPayoutMs } from '@svc/contract/payout-schedule';
import { useRead } from '../../api/use-read.js';
import { serverNow } from '../../format/clock.js';
import { formatMinimums } from '../../format/minimum.js';
import { formatPayoutTime, formatWeekday } from '../../format/payout-schedule.js';
import type { Program } from '../../session/session.js';
import { texts } from '../../texts/payout-schedules.js';
import { texts as programTexts } from '../../texts/programs.js';
import { SectionTitle } from '../../ui/section-title.js';

type Schedule = Program['payout_schedule'];
type Choice = keyof typeof texts.choices;

/** The schedule as the form has it; a day is kept while another choice is shown. */
export interface ScheduleValues {
  payoutEvery: Choice;
  payoutWeekday: string;
  payoutMonthday: string;
}

const CHOICES: readonly Choice[] = ['none', 'week', 'half_month', 'month'];
const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ value: String(day), label: formatWeekday(day) }));
const MONTHDAYS = Array.from({ length: 28 }, (_, index) => String(index + 1));

export function scheduleValuesOf({ payout_schedule: schedule }: Program): ScheduleValues {
  return {
    payoutEvery: schedule?.every ?? 'none',
    payoutWeekday: schedule?.every === 'week' ? String(schedule.day) : '1',
    payoutMonthday: schedule?.every === 'month' ? String(schedule.day) : '1',
  };
}

/** The schedule that the form has; null: runs are made by hand. */
export function scheduleOf({ payoutEvery, payoutWeekday, payoutMonthday }: ScheduleValues): Schedule {
  switch (payoutEvery) {
    case 'none':
      return null;
    case 'week':
      return { every: 'week', day: Number(payoutWeekday) };
    case 'half_month':
      return { every: 'half_month' };
    case 'month':
      return { every: 'month', day: Number(payoutMonthday) };
  }
}

/** Chooses on which days payout runs are prepared, and says what will happen and when next. */
export function PayoutScheduleCard<Values extends ScheduleValues>({
  form,
  program,
}: {
  readonly form: UseFormReturnType<Values>;
  readonly program: Program;
}) {
  const { payoutEvery } = form.values;
  const minimums = formatMinimums(program);
  const terms = (
    <Anchor href="#terms" inherit underline="always">
      {programTexts.terms}
    </Anchor>
  );
  return (
    <Card>
      <Stack gap="md">
        <div>
          <SectionTitle id="payout-schedule">{texts.payoutSchedule}</SectionTitle>
          <Text size="sm" c="dimmed">
            {texts.nothingIsSent}
          </Text>
        </div>
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="md">
          <Select
            label={texts.prepareAPayoutRun}
            data={CHOICES.map((value) => ({ value, label: texts.choices[value] }))}
            allowDeselect={false}
            {...form.getInputProps('payoutEvery')}
          />
          {payoutEvery === 'week' && (
            <Select
              label={texts.dayOfTheWeek}
              data={WEEKDAYS}
              allowDeselect={false}
              {...form.getInputProps('payoutWeekday')}
            />
          )}
          {payoutEvery === 'month' && (
            <Select
              label={texts.dayOfTheMonth}
              data={MONTHDAYS}
              allowDeselect={false}
              {...form.getInputProps('payoutMonthday')}
            />
          )}
        </SimpleGrid>
        {payoutEvery === 'none' ? (
          <Text size="sm" c="dimmed">
            {texts.runsAreMadeByHand}
          </Text>
        ) : (
          <div>
            <Text size="sm" c="dimmed">
              {texts.whatTheRunContains}
            </Text>
            <Next schedule={scheduleOf(form.values)} program={program} />
          </div>
        )}
        <Text size="sm" c="dimmed">
          {minimums === null ? texts.noMinimum({ terms }) : texts.minimumIs({ minimums, terms })}
        </Text>
      </Stack>
    </Card>
  );
}

/** When the first run is prepared: as the service has planned it, or as it would once this is saved. */
function Next({ schedule, program }: { readonly schedule: Schedule; readonly program: Program }) {
  const { data } = useRead('/api/workspaces/{workspaceId}', {
    path: { workspaceId: String(program.workspace_id) },
  });
  if (program.archived_at !== null) return <Line text={texts.noneWhileArchived} />;
  if (data === undefined || schedule === null) return <Line text="" />;
  const { time_zone: timeZone } = data;
  const isSaved = JSON.stringify(schedule) === JSON.stringify(sorted(program.payout_schedule));
  const at =
    isSaved && program.next_payout_at !== null
      ? program.next_payout_at
      : new Date(nextPayoutMs(schedule, timeZone, serverNow())).toISOString();
  return <Line text={texts.next({ time: formatPayoutTime(at, timeZone), timeZone: zoneName(timeZone) })} />;
}

/** In the order of `scheduleOf`. */
function sorted(schedule: Schedule): Schedule {
  return (
    schedule && (schedule.every === 'half_month' ? schedule : { every: schedule.every, day: schedule.day })
  );
}

function zoneName(timeZone: string): string {
  return timeZone.replaceAll('_', ' ');
}

function Line({ text }: { readonly text: string }) {
  return (
    <Text size="sm" fw={500} mt="xs" mih="1.45rem" role="status">
      {text}
    </Text>
  );
}
