import { Card, Stack, Table, Text, Title } from '@mantine/core';
import { formatMinimums } from '../../format/minimum.js';
import { formatMoney } from '../../format/money.js';
import { formatSchedule } from '../../format/payout-schedule.js';
import { useCan, useProgram } from '../../session/session.js';
import { common } from '../../texts/common.js';
import { texts as scheduleTexts } from '../../texts/payout-schedules.js';
import { texts } from '../../texts/programs.js';
import { PRECEDENCES } from '../codes/attribution-precedence.js';
import { FRAUD_FLAGS } from './fraud-settings.js';
import { LEAD_SOURCES } from './lead-source.js';
import { LINK_STYLES } from './link-settings.js';
import { ProgramForm } from './program-form.js';

/** What a program is called, and its terms. */
export function ProgramSettingsPage() {
  const program = useProgram();
  const canChange = useCan('program:write');
  return (
    <>
      <title>{texts.programSettingsSvc}</title>
      {canChange ? <ProgramForm key={program.id} /> : <ProgramFacts />}
    </>
  );
}

function ProgramFacts() {
  const program = useProgram();
  const facts = [
    [common.name, program.name],
    [texts.domain, program.domain],
    [common.currency, program.currency],
    [texts.attributionWindow, texts.dayCount({ cookieWindowDays: program.cookie_window_days })],
    [texts.holdPeriod, texts.dayCount({ cookieWindowDays: program.hold_days })],
    [texts.signUpsAcceptedFrom, LEAD_SOURCES[program.lead_source]],
    [texts.creditedForASaleWithACode, PRECEDENCES[program.attribution_precedence]],
    [texts.partnersHandOut, LINK_STYLES[program.link_style]],
    [texts.linkDomains, program.link_domains.join(', ') || common.none],
    [texts.fallbackAddress, program.fallback_url ?? common.none],
    [texts.linkParameters, program.link_parameters.join(', ') || common.none],
    ...FRAUD_FLAGS.map((flag) => [common.flags[flag], texts.fraudActions[program[flag]]] as const),
    [
      texts.rewardPerLead,
      program.lead_reward_cents === null
        ? common.none
        : formatMoney(program.lead_reward_cents, program.currency),
    ],
    [texts.minimumPayout, formatMinimums(program) ?? common.none],
    [scheduleTexts.payoutSchedule, formatSchedule(program.payout_schedule)],
    [
      texts.holdAfterPayoutDetailsChange,
      texts.hourCount({ payoutDetailsHoldHours: program.payout_details_hold_hours }),
    ],
    [
      texts.clickRetention,
      program.click_retention_months === null
        ? texts.keptWithoutLimit
        : texts.monthCount({ months: program.click_retention_months }),
    ],
  ] as const;
  return (
    <Card>
      <Stack gap="xs">
        <Title order={2}>{common.program}</Title>
        <Text size="sm" c="dimmed">
          {texts.onlyOwnersAndAdminsCan}
        </Text>
        <Table layout="fixed" aria-label={common.program}>
          <Table.Tbody>
            {facts.map(([name, value]) => (
              <Table.Tr key={name}>
                <Table.Th scope="row" fw={400} c="dimmed">
                  {name}
                </Table.Th>
                <Table.Td>{value}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Stack>
    </Card>
  );
}
