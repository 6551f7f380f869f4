import { Card, SegmentedControl, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/reports.js';
import { Money } from '../../ui/money.js';
import classes from './best.module.css';
import { type ReportRow, sortRows } from './report-rows.js';

const SHOWN = 8;

/** Who brought the most revenue, as bars from zero; the table below has the same figures and all others. */
export function Best({
  title,
  rows,
  currencies,
}: {
  readonly title: string;
  readonly rows: readonly ReportRow[];
  readonly currencies: readonly string[];
}) {
  const [chosen, setChosen] = useState<string | null>(null);
  const currency = chosen !== null && currencies.includes(chosen) ? chosen : (currencies[0] ?? '');
  const own = rows.filter((row) => row.currency === currency && row.revenue_cents > 0);
  const best = sortRows(own, 'revenue_cents', true, currency).slice(0, SHOWN);
  const most = best[0]?.revenue_cents ?? 1;
  return (
    <Card component="section" aria-label={title}>
      <div className={classes.head}>
        <Title order={2}>{title}</Title>
        {currencies.length > 1 && (
          <SegmentedControl
            size="xs"
            aria-label={common.currency}
            data={[...currencies]}
            value={currency}
            onChange={setChosen}
          />
        )}
      </div>
      {best.length === 0 ? (
        <Text size="sm" c="dimmed">
          {texts.noRevenue({ currency })}
        </Text>
      ) : (
        <ol className={classes.list}>
          {best.map((row) => (
            <li key={row.key} className={classes.row}>
              <Text span size="sm" truncate>
                {row.name}
              </Text>
              <span className={classes.track} aria-hidden>
                <span className={classes.bar} style={{ width: `${(row.revenue_cents / most) * 100}%` }} />
              </span>
              <Text span size="sm" ta="end">
                <Money amountCents={row.revenue_cents} currency={currency} />
              </Text>
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}
