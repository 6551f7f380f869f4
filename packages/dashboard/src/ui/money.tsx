import { formatMoney } from '../format/money.js';
import classes from './money.module.css';

/** An amount in its currency's own format. `amountCents` is in the smallest unit. */
export function Money({
  amountCents,
  currency,
  isDimmedAtZero = false,
}: {
  readonly amountCents: number;
  readonly currency: string;
  /** Draws zero back where most rows have it. */
  readonly isDimmedAtZero?: boolean;
}) {
  return (
    // A plain element: tables have hundreds of amounts.
    <span
      className={`figures ${classes.money}`}
      data-dimmed={(isDimmedAtZero && amountCents === 0) || undefined}
    >
      {formatMoney(amountCents, currency)}
    </span>
  );
}
