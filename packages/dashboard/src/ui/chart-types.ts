import type { ReactNode } from 'react';
import type { Period } from '../format/period.js';

/** A value for every day that has one: YYYY-MM-DD in UTC. */
export type ByDay = ReadonlyMap<string, number>;

export interface Series {
  readonly key: string;
  readonly label: string;
  /** A colour of the theme with its shade: "brand.6". */
  readonly color: string;
  readonly values: ByDay;
  /** The same of the period of equal length before, to compare with. */
  readonly before?: ByDay | undefined;
}

export interface ChartProps {
  readonly title: string;
  readonly period: Period;
  /** undefined while loading. */
  readonly series: readonly Series[] | undefined;
  /** How a value is written in full, in the tooltip and the table. */
  readonly format: (value: number) => string;
  /** The same for the axis, short; `most` is the largest value there, so that all get the same form. */
  readonly formatShort: (value: number, most: number) => string;
  /** Bars for what is counted per day, lines to compare several. */
  readonly kind?: 'bars' | 'lines';
  readonly error?: Error | null;
  readonly retry?: () => void;
  readonly aside?: ReactNode;
}
