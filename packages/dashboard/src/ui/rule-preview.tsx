import { Alert, Skeleton, Stack, Table, Text, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useRead } from '../api/use-read.js';
import { formatCount } from '../format/number.js';
import { formatRule } from '../format/rule.js';
import { useProgram, useProgramId } from '../session/session.js';
import { common } from '../texts/common.js';
import { texts } from '../texts/rules.js';
import { Money } from './money.js';
import type { RuleInput } from './rule-values.js';
import { ErrorState } from './states.js';

const WAIT_MS = 300;

/**
 * What the sales of the last 90 days earned, and what they would have earned under the rule that is being typed; for the
 * program in the address, or for one partner or group in it.
 */
export function RulePreview({
  rule: typed,
  partnerId,
  groupId,
}: {
  /** null: something is missing. */
  readonly rule: RuleInput | null;
  readonly partnerId?: number;
  readonly groupId?: number;
}) {
  const programId = useProgramId();
  const [rule] = useDebouncedValue(typed && JSON.stringify(typed), WAIT_MS);
  const preview = useRead(
    '/api/programs/{programId}/rules/preview',
    {
      path: { programId },
      query: { commission: rule, partner_id: textOf(partnerId), group_id: textOf(groupId) },
    },
    { enabled: rule !== null },
  );
  const { currency } = useProgram();
  const isOld = preview.isPlaceholderData || rule !== (typed && JSON.stringify(typed));
  return (
    <Stack component="section" gap="xs" aria-label={texts.last90Days} mih={150}>
      {typed?.type === 'clauses' && (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {formatRule(termsOf(typed), currency)}.
        </Text>
      )}
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
          <PreviewFigures {...preview.data} isOfPartner={partnerId !== undefined || groupId !== undefined} />
          {preview.data.clauses.length > 0 && <ClauseFigures clauses={preview.data.clauses} />}
        </div>
      )}
    </Stack>
  );
}

const textOf = (id: number | undefined) => (id === undefined ? null : String(id));

/** Clauses as the service answers with them. */
function termsOf({ clauses, otherwise = null, ...limits }: Extract<RuleInput, { readonly type: 'clauses' }>) {
  const { duration_months = null, max_total_cents = null } = limits;
  const whole = { basis_points: null, amount_cents: null };
  return { type: 'clauses' as const, ...whole, clauses, otherwise, duration_months, max_total_cents };
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

interface ClauseFigure {
  /** Counted from 1; null: no clause held. */
  readonly clause: number | null;
  readonly currency: string;
  readonly parts: number;
  readonly preview_cents: number;
}

/** What each clause pays for, and how much. */
function ClauseFigures({ clauses }: { readonly clauses: readonly ClauseFigure[] }) {
  return (
    <Table
      withTableBorder
      mt="xs"
      verticalSpacing={6}
      horizontalSpacing={8}
      fz={{ base: 'xs', xs: 'sm' }}
      style={{ whiteSpace: 'nowrap' }}
      aria-label={texts.byClause}
    >
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{texts.clause}</Table.Th>
          <Table.Th ta="end">{texts.paidParts}</Table.Th>
          <Table.Th ta="end">{texts.newRule}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {clauses.map(({ clause, currency, parts, preview_cents }) => (
          <Table.Tr key={`${clause} ${currency}`}>
            <Table.Th scope="row" fw={400}>
              {clause === null ? texts.otherwise : texts.clauseNumber({ number: clause })}
            </Table.Th>
            <Table.Td ta="end">{formatCount(parts)}</Table.Td>
            <Table.Td ta="end">
              <Money amountCents={preview_cents} currency={currency} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** Without sales of its own, a currency has what sales in others earn by a flat rule. */
function salesText(count: number): string {
  if (count === 0) return texts.salesInOtherCurrencies;
  return texts.saleCount({ count });
}
