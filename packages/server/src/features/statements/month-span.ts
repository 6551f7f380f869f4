import { RefusedError } from '../../operations/refused-error.js';

/** A time span: `from` belongs to it, `until` does not. */
export interface Span {
  readonly from: Date;
  readonly until: Date;
}

const MONTH = /^(\d{4})-(0[1-9]|1[0-2])$/;
const FIRST_YEAR = 1970;

/** A month in UTC, such as `2026-11`; refused where there is none of this name. */
export function spanOfMonth(month: string): Span {
  const [, year, number] = MONTH.exec(month) ?? [];
  if (year === undefined || Number(year) < FIRST_YEAR) throw new RefusedError('not_found');
  return {
    from: new Date(Date.UTC(Number(year), Number(number) - 1)),
    until: new Date(Date.UTC(Number(year), Number(number))),
  };
}
