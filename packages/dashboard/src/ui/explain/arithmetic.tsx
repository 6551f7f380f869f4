import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatMoney } from '../../format/money.js';
import { formatBasisPoints } from '../../format/number.js';
import { texts } from '../../texts/explain.js';
import { Money } from '../money.js';
import classes from './explain.module.css';
import type { Explanation } from './story.js';

/** How the commission was computed, line by line, down to what is left of it. */
export function Arithmetic({ explanation }: { readonly explanation: Explanation }) {
  const { arithmetic, rule, commission } = explanation;
  if (arithmetic === null || commission === null) return null;
  const { currency } = arithmetic;
  const version = rule === null ? '' : texts.rules[rule.scope]({ version: rule.version });
  const money = (cents: number) => <Money amountCents={cents} currency={currency} />;
  return (
    <dl className={classes.arithmetic} aria-label={texts.howItWasComputed}>
      {arithmetic.parts !== null ? (
        <PartLines parts={arithmetic.parts} version={version} />
      ) : arithmetic.type === 'percent' ? (
        <PercentLines arithmetic={arithmetic} version={version} />
      ) : (
        <Line
          label={
            <>
              {texts.flatAmount}
              {version && <Note>{version}</Note>}
            </>
          }
        >
          {money(arithmetic.flat_cents ?? arithmetic.earned_cents)}
        </Line>
      )}
      {arithmetic.max_total_cents !== null && arithmetic.customer_left_cents !== null && (
        <Line label={texts.leftOfTheMost({ amount: formatMoney(arithmetic.max_total_cents, currency) })}>
          {money(arithmetic.customer_left_cents)}
        </Line>
      )}
      <Line label={texts.commissionEarned} isSum>
        {money(arithmetic.earned_cents)}
      </Line>
      {arithmetic.reversed_cents !== 0 && (
        <>
          <Line label={whyReversed(commission)}>− {money(arithmetic.reversed_cents)}</Line>
          <Line label={texts.leftNow} isSum>
            {money(arithmetic.left_cents)}
          </Line>
        </>
      )}
    </dl>
  );
}

function whyReversed({
  reassigned_at: reassignedAt,
  rejected_at: rejectedAt,
}: NonNullable<Explanation['commission']>): string {
  if (reassignedAt !== null) return texts.reversedByAssigning;
  return rejectedAt === null ? texts.reversedByRefunds : texts.reversedByRejecting;
}

/** One line for each part of the sale; the steps below say which clause paid it. */
function PartLines({
  parts,
  version,
}: {
  readonly parts: NonNullable<NonNullable<Explanation['arithmetic']>['parts']>;
  readonly version: string;
}) {
  return (
    <>
      {version && <Line label={<Note>{texts.byRule({ rule: version })}</Note>}>{null}</Line>}
      {parts.map((part, index) => (
        <Line
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a commission never change.
          key={index}
          label={
            <>
              {PART_NAMES[part.what](part.product)}
              <Note>{part.clause === null ? texts.noClause : texts.clause({ number: part.clause })}</Note>
            </>
          }
        >
          <Money amountCents={part.earned_cents} currency={part.currency} />
        </Line>
      ))}
    </>
  );
}

const PART_NAMES = {
  item: (product: string | null) => product ?? texts.item,
  rest: () => texts.restOfTheSale,
  sale: () => texts.theSale,
} as const;

function PercentLines({
  arithmetic,
  version,
}: {
  readonly arithmetic: NonNullable<Explanation['arithmetic']>;
  readonly version: string;
}) {
  const { currency, sale_cents: sale, tax_cents: tax, base_cents: base } = arithmetic;
  const basisPoints = arithmetic.basis_points ?? 0;
  const isExact = (BigInt(base) * BigInt(basisPoints)) % 10_000n === 0n;
  return (
    <>
      <Line label={texts.sale}>
        <Money amountCents={sale} currency={currency} />
      </Line>
      {tax > 0 && (
        <>
          <Line label={texts.tax}>
            − <Money amountCents={tax} currency={currency} />
          </Line>
          <Line label={texts.counted} isSum>
            <Money amountCents={base} currency={currency} />
          </Line>
        </>
      )}
      <Line
        label={
          <>
            {texts.rate}
            {version && <Note>{texts.byRule({ rule: version })}</Note>}
          </>
        }
      >
        × {formatBasisPoints(basisPoints)}
      </Line>
      {!isExact && (
        <Line label={<Note>{texts.rounded({ unit: formatMoney(1, currency) })}</Note>}>{null}</Line>
      )}
    </>
  );
}

function Note({ children }: { readonly children: ReactNode }) {
  return (
    <Text span size="xs" c="dimmed" display="block">
      {children}
    </Text>
  );
}

function Line({
  label,
  children,
  isSum = false,
}: {
  readonly label: ReactNode;
  readonly children: ReactNode;
  readonly isSum?: boolean;
}) {
  return (
    <div className={isSum ? classes.sum : classes.line}>
      <dt>{label}</dt>
      <dd className="figures">{children}</dd>
    </div>
  );
}
