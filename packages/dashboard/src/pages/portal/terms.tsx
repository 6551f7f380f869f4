import { Card, List, Title } from '@mantine/core';
import { formatMinimums } from '../../format/minimum.js';
import { formatMoney } from '../../format/money.js';
import { formatSchedule } from '../../format/payout-schedule.js';
import { formatRule } from '../../format/rule.js';
import { formatDay } from '../../format/time.js';
import type { PartnerProgram } from '../../session/session.js';
import { texts } from '../../texts/portal.js';

/** What a program pays, in a few words: "20% of every sale in a customer's first 12 months". */
export function rateOf({ commission, currency }: PartnerProgram): string {
  return commission === null ? texts.noCommissionIsSetYet : formatRule(commission, currency);
}

function sentencesOf(program: PartnerProgram): readonly string[] {
  const { cookie_window_days: windowDays, hold_days: holdDays, company: workspace } = program;
  const tax = program.commission !== null && program.commission.type !== 'flat' ? texts.taxIsExcluded : '';
  const wait =
    holdDays === 0
      ? texts.commissionsArePayableImmediatelyAfter
      : texts.commissionsArePayableAfter({ holdDays });
  const minimums = formatMinimums(program);
  const least =
    minimums === null
      ? texts.paysOutYourPayableBalance({ workspace })
      : texts.paysOutYourPayableBalanceOnce({ workspace, minimums });
  return [
    texts.youEarn({ rate: rateOf(program), tax }),
    ...(program.lead_reward_cents === null
      ? []
      : [texts.signUpReward({ amount: formatMoney(program.lead_reward_cents, program.currency) })]),
    texts.youreCreditedForACustomer({ windowDays }),
    wait,
    texts.refundsReverseTheMatchingPart,
    least,
    ...(program.next_payout_on === null
      ? []
      : [
          texts.payoutRunsAre({
            schedule: formatSchedule(program.payout_schedule),
            day: formatDay(program.next_payout_on),
          }),
        ]),
  ];
}

/** The terms that count for the partner now, in sentences. */
export function Terms({ program }: { readonly program: PartnerProgram }) {
  return (
    <Card component="section" aria-labelledby="my-terms">
      <Title order={2} mb="sm" id="my-terms">
        {texts.myTerms}
      </Title>
      <List size="sm" spacing="xs">
        {sentencesOf(program).map((sentence) => (
          <List.Item key={sentence}>{sentence}</List.Item>
        ))}
      </List>
    </Card>
  );
}
