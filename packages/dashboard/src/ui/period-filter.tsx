import { earlierMonths, formatPeriod, type PeriodText, PRESETS, readPeriod } from '../format/period.js';
import { texts } from '../texts/ui.js';
import { SelectFilter } from './filters.js';

/** Narrows a list down to the usual periods, to a month of the last year, and to what is in the address where that is another. */
export function PeriodFilter({
  value,
  onChange,
}: {
  readonly value: PeriodText | undefined;
  readonly onChange: (value: PeriodText | undefined) => void;
}) {
  return <SelectFilter label={texts.period} options={optionsWith(value)} value={value} onChange={onChange} />;
}

function optionsWith(current: PeriodText | undefined): { value: PeriodText; label: string }[] {
  const presets = Object.entries(PRESETS).map(([value, label]) => ({ value: value as PeriodText, label }));
  const months = earlierMonths().map(({ value, label }) => ({ value, label }));
  const usual = [...presets, ...months];
  const isUsual = usual.some(({ value }) => value === current);
  const days = current === undefined || isUsual ? null : readPeriod(current);
  return current === undefined || days === null
    ? usual
    : [...usual, { value: current, label: formatPeriod(days) }];
}
