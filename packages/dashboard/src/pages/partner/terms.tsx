import { Card, List, Title } from '@mantine/core';
import { formatMoney } from '../../format/money.js';
import { formatBasisPoints, plural } from '../../format/number.js';
import type { PartnerProgram } from '../../session/session.js';

type Rule = NonNullable<PartnerProgram['commission']>;

function shareOf(rule: Rule, currency: string): string {
  return rule.type === 'percent'
    ? formatBasisPoints(rule.basis_points ?? 0)
    : formatMoney(rule.amount_cents ?? 0, currency);
}

function whichSales(rule: Rule): string {
  if (rule.duration_months === null) return 'every sale';
  if (rule.duration_months === 0) return "a customer's first sale";
  return `every sale in a customer's first ${plural(rule.duration_months, 'month')}`;
}

/** What a program pays, in a few words: "20% of every sale in a customer's first 12 months". */
export function rateOf({ commission, currency }: PartnerProgram): string {
  if (commission === null) return 'No commission is set yet';
  const word = commission.type === 'flat' ? 'for' : 'of';
  return `${shareOf(commission, currency)} ${word} ${whichSales(commission)}`;
}

function sentencesOf(program: PartnerProgram): readonly string[] {
  const { currency, cookie_window_days: windowDays, hold_days: holdDays, company } = program;
  const tax = program.commission?.type === 'percent' ? ' Tax is left out.' : '';
  const wait =
    holdDays === 0
      ? 'A commission is payable as soon as the sale is made.'
      : `A commission is payable ${plural(holdDays, 'day')} after its sale. Until then it is pending.`;
  const least =
    program.minimum_payout_cents === 0
      ? `${company} pays out what is payable.`
      : `${company} pays out what is payable once it is at least ${formatMoney(program.minimum_payout_cents, currency)}.`;
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
