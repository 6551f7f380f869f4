import { Card, List, Title } from '@mantine/core';
import { formatMinimums } from '../../format/minimum.js';
import { plural } from '../../format/number.js';
import { formatRule } from '../../format/rule.js';
import type { PartnerProgram } from '../../session/session.js';

/** What a program pays, in a few words: "20% of every sale in a customer's first 12 months". */
export function rateOf({ commission, currency }: PartnerProgram): string {
  return commission === null ? 'No commission is set yet' : formatRule(commission, currency);
}

function sentencesOf(program: PartnerProgram): readonly string[] {
  const { cookie_window_days: windowDays, hold_days: holdDays, company } = program;
  const tax = program.commission?.type === 'percent' ? ' Tax is left out.' : '';
  const wait =
    holdDays === 0
      ? 'A commission is payable as soon as the sale is made.'
      : `A commission is payable ${plural(holdDays, 'day')} after its sale. Until then it is pending.`;
  const minimums = formatMinimums(program);
  const least =
    minimums === null
      ? `${company} pays out what is payable.`
      : `${company} pays out what is payable once it is at least ${minimums}.`;
  return [
    `You earn ${rateOf(program)}.${tax}`,
    `A customer counts as yours when the last partner link they clicked was yours, at most ${plural(windowDays, 'day')} before they signed up.`,
    wait,
    'A refund takes back its share of the commission. If you have been paid already, it is taken off your next payout.',
    least,
  ];
}

/** The terms that count for the partner now, in sentences. */
export function Terms({ program }: { readonly program: PartnerProgram }) {
  return (
    <Card component="section" aria-labelledby="my-terms">
      <Title order={2} mb="sm" id="my-terms">
        My terms
      </Title>
      <List size="sm" spacing="xs">
        {sentencesOf(program).map((sentence) => (
          <List.Item key={sentence}>{sentence}</List.Item>
        ))}
      </List>
    </Card>
  );
}
