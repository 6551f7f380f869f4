import { Card, Skeleton, Table, Text, Title } from '@mantine/core';
import { formatDay, formatDayShort } from '../../format/time.js';
import { texts } from '../../texts/portal.js';
import { Money } from '../../ui/money.js';
import { expectedOf, type ProgramDetail } from './overview-data.js';

type Row = ProgramDetail['maturing'][number];

const SHOWN = 4;
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
      {detail && <InTimeForTheRun detail={detail} currency={currency} />}
    </Card>
  );
}

/** How much becomes payable before the day of the next payout run, and what that run then pays; nothing where no run is planned. */
function InTimeForTheRun({
  detail,
  currency,
}: {
  readonly detail: ProgramDetail;
  readonly currency: string;
}) {
  const expected = expectedOf(detail, currency);
  if (expected === null || expected.inTimeCents <= 0) return null;
  const money = (cents: number) => <Money amountCents={cents} currency={currency} />;
  return (
    <Text size="sm" c="dimmed" mt="xs">
      {texts.inTimeForTheRun({
        amount: money(expected.inTimeCents),
        day: formatDayShort(expected.day),
        total: money(expected.totalCents),
      })}
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
