import { Card, Skeleton, Table, Text, Title } from '@mantine/core';
import { formatMoney } from '../../format/money.js';
import { formatDay, formatDayShort } from '../../format/time.js';
import { texts } from '../../texts/portal.js';
import { Money } from '../../ui/money.js';
import { expectedRuns, type ProgramDetail } from './overview-data.js';

type Row = ProgramDetail['maturing'][number];

const SHOWN = 4;
const RUNS_SHOWN = 3;
const HEIGHT = 168;

/** When how much of what is pending becomes payable: the next days one by one, the rest in one line. */
export function Maturing({
  detail,
  currency,
}: {
  readonly detail: ProgramDetail | undefined;
  readonly currency: string;
}) {
  const rows = detail?.maturing.filter((row) => row.currency === currency);
  return (
    <Card component="section" aria-labelledby="becomes-payable" h="100%" padding="md">
      <Title order={2} mb="xs" id="becomes-payable">
        {texts.becomingPayable}
      </Title>
      <div style={{ minHeight: HEIGHT }}>
        {rows === undefined ? <Skeleton height={HEIGHT} /> : <Days rows={rows} />}
      </div>
      {detail && <InTheRuns detail={detail} currency={currency} />}
    </Card>
  );
}

/** What the planned payout runs are expected to pay, in a line; nothing where none is planned. */
function InTheRuns({ detail, currency }: { readonly detail: ProgramDetail; readonly currency: string }) {
  const runs = expectedRuns(detail, currency);
  if (runs.length === 0) return null;
  const expected = runs
    .slice(0, RUNS_SHOWN)
    .map(({ day, amountCents }) =>
      texts.amountOnDay({ amount: formatMoney(amountCents, currency), day: formatDayShort(day) }),
    );
  return (
    <Text size="sm" c="dimmed" mt="xs">
      {texts.expectedInPayouts({ payouts: expected.join(', ') })}
    </Text>
  );
}

function Days({ rows }: { readonly rows: readonly Row[] }) {
  const later = rows.slice(SHOWN);
  const last = later.at(-1);
  if (rows.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {texts.nothingIsPendingYourNext}
      </Text>
    );
  }
  return (
    <Table verticalSpacing={6} horizontalSpacing={0} aria-label={texts.datesWhenCommissionsBecomePayable}>
      <Table.Tbody>
        {rows.slice(0, SHOWN).map((row) => (
          <Day key={row.day} when={formatDay(row.day)} rows={[row]} />
        ))}
        {last && <Day when={texts.laterUntil({ day: formatDay(last.day) })} rows={later} />}
      </Table.Tbody>
    </Table>
  );
}

function Day({ when, rows }: { readonly when: string; readonly rows: readonly Row[] }) {
  const [first] = rows;
  const commissions = rows.reduce((sum, row) => sum + row.commissions, 0);
  const adjustments = rows.reduce((sum, row) => sum + row.adjustments, 0);
  const amountCents = rows.reduce((sum, row) => sum + row.amount_cents, 0);
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={500}>
        {when}{' '}
        <Text span size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
          {[
            commissions > 0 ? texts.commissionCount({ commissions }) : null,
            adjustments > 0 ? texts.adjustmentCount({ adjustments }) : null,
          ]
            .filter((part) => part !== null)
            .join(', ')}
        </Text>
      </Table.Th>
      <Table.Td ta="end">
        <Money amountCents={amountCents} currency={first?.currency ?? ''} />
      </Table.Td>
    </Table.Tr>
  );
}
