import { Alert, Skeleton, Stack, Table, Text, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useRead } from '../api/use-read.js';
import { useProgramId } from '../session/session.js';
import { common } from '../texts/common.js';
import { texts } from '../texts/ui.js';
import { Money } from './money.js';
import type { RuleInput } from './rule-fields.js';
import { ErrorState } from './states.js';

const WAIT_MS = 300;

/**
 * What the sales of the last 90 days earned, and what they would have earned under the rule that is being typed; for the
 * program in the address, or for one partner in it.
 */
export function RulePreview({
  rule: typed,
  partnerId,
}: {
  /** null: something is missing. */
  readonly rule: RuleInput | null;
  readonly partnerId?: number;
}) {
  const programId = useProgramId();
  const [rule] = useDebouncedValue(typed && JSON.stringify(typed), WAIT_MS);
  const terms = rule === null ? null : (JSON.parse(rule) as RuleInput);
  const preview = useRead(
    '/api/programs/{programId}/rules/preview',
    { path: { programId }, query: queryOf(terms, partnerId) },
    { enabled: terms !== null },
  );
  const isOld = preview.isPlaceholderData || rule !== (typed && JSON.stringify(typed));
  return (
    <Stack component="section" gap="xs" aria-label={texts.last90Days} mih={150}>
      <Title order={3}>{texts.last90Days}</Title>
      {typed === null ? (
        <Text size="sm" c="dimmed">
          {texts.completeTheRuleToPreview}
        </Text>
      ) : preview.error ? (
        <ErrorState error={preview.error} retry={() => void preview.refetch()} />
      ) : preview.data === undefined ? (
        <Skeleton height={92} />
      ) : (
        <div aria-live="polite" aria-busy={isOld} style={{ opacity: isOld ? 0.5 : 1 }}>
          <PreviewFigures {...preview.data} isOfPartner={partnerId !== undefined} />
        </div>
      )}
    </Stack>
  );
}

function queryOf(terms: RuleInput | null, partnerId: number | undefined) {
  if (terms === null) return { type: 'percent' as const };
  if (terms.type === 'clauses') {
    return {
      commission: JSON.stringify(terms),
      partner_id: partnerId === undefined ? null : String(partnerId),
    };
  }
  return {
    type: terms.type,
    basis_points: terms.type === 'percent' ? String(terms.basis_points) : null,
    amount_cents: terms.type === 'flat' ? String(terms.amount_cents) : null,
    duration_months: terms.duration_months == null ? null : String(terms.duration_months),
    partner_id: partnerId === undefined ? null : String(partnerId),
  };
}

interface FiguresProps {
  readonly currencies: readonly {
    readonly currency: string;
    readonly sales: number;
    readonly commission_cents: number;
    readonly preview_cents: number;
    readonly difference_cents: number;
  }[];
  readonly is_cut: boolean;
  readonly isOfPartner: boolean;
}

function PreviewFigures({ currencies, is_cut, isOfPartner }: FiguresProps) {
  if (currencies.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {texts.noSalesInTheLast}
      </Text>
    );
  }
  return (
    <Stack gap="xs">
      <Table
        withTableBorder
        verticalSpacing={6}
        horizontalSpacing={8}
        fz={{ base: 'xs', xs: 'sm' }}
        style={{ whiteSpace: 'nowrap' }}
        aria-label={texts.commissionByCurrency}
      >
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{common.currency}</Table.Th>
            <Table.Th ta="end">{texts.actual}</Table.Th>
            <Table.Th ta="end">{texts.newRule}</Table.Th>
            <Table.Th ta="end">{texts.difference}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {currencies.map((row) => (
            <Table.Tr key={row.currency}>
              <Table.Th scope="row" fw={400}>
                {row.currency}
                <Text span size="xs" c="dimmed" display="block">
                  {salesText(row.sales)}
                </Text>
              </Table.Th>
              <Table.Td ta="end">
                <Money amountCents={row.commission_cents} currency={row.currency} />
              </Table.Td>
              <Table.Td ta="end">
                <Money amountCents={row.preview_cents} currency={row.currency} />
              </Table.Td>
              <Table.Td ta="end" fw={600}>
                {row.difference_cents > 0 && '+'}
                <Money amountCents={row.difference_cents} currency={row.currency} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Text size="xs" c="dimmed">
        {isOfPartner ? texts.previewNoteOfPartner : texts.commissionsAfterRefundsWithoutPartners}
      </Text>
      {is_cut && (
        <Alert color="gray" variant="light">
          {texts.basedOnTheMostRecent}
        </Alert>
      )}
    </Stack>
  );
}

/** Without sales of its own, a currency has what sales in others earn by a flat rule. */
function salesText(count: number): string {
  if (count === 0) return texts.salesInOtherCurrencies;
  return texts.saleCount(count);
}
