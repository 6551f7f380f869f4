import { bucketsOf, formatBucket, formatBucketShort, unitOf } from '../format/buckets.js';
import type { Period } from '../format/period.js';
import { addDays, daysBetween } from '../format/time.js';
import { texts } from '../texts/ui.js';
import type { ByDay, Series } from './chart-types.js';

/** What a chart draws and its table lists: one line of values, under its own name. */
interface Column {
  readonly key: string;
  readonly label: string;
  readonly color: string;
  readonly isBefore: boolean;
}

/** One bar or point: its first day, how it is called, and a value for every column. */
export interface ChartRow {
  readonly start: string;
  readonly label: string;
  readonly short: string;
  readonly [column: string]: string | number;
}

/**
 * Values by day as a chart shows them: summed by day, week or month, so that the bars stay wide enough to point at. Each comes with the same days of the
 * period before, as far as the series knows them.
 */
export function chartData(period: Period, series: readonly Series[]) {
  const unit = unitOf(period);
  const length = daysBetween(period.from, period.to).length;
  const columns = [
    ...series.map(({ key, label, color }): Column => ({ key, label, color, isBefore: false })),
    ...series
      .filter(({ before }) => before !== undefined)
      .map(
        ({ key, label }): Column => ({
          key: `before-${key}`,
          label: texts.previously({ label }),
          color: 'gray.5',
          isBefore: true,
        }),
      ),
  ];
  const rows = bucketsOf(period, unit).map((bucket): ChartRow => {
    const days = daysBetween(bucket.from, bucket.to);
    const earlier = days.map((day) => addDays(day, -length));
    return {
      start: bucket.from,
      label: formatBucket(bucket, unit),
      short: formatBucketShort(bucket, unit),
      ...Object.fromEntries(
        series.flatMap(({ key, values, before }) => [
          [key, sumOf(days, values)],
          ...(before === undefined ? [] : [[`before-${key}`, sumOf(earlier, before)]]),
        ]),
      ),
    };
  });
  // Where there was nothing before, its line and its name would only be in the way.
  const shown = columns.filter(({ key, isBefore }) => !isBefore || rows.some((row) => row[key] !== 0));
  return { unit, columns: shown, rows };
}

function sumOf(days: readonly string[], values: ByDay): number {
  return days.reduce((sum, day) => sum + (values.get(day) ?? 0), 0);
}
