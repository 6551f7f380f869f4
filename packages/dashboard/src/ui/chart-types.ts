import type { ReactNode } from 'react';

export interface Series {
  readonly key: string;
  readonly label: string;
  /** A colour of the theme with its shade: "brand.6". */
  readonly color: string;
}

export interface ChartProps {
  readonly title: string;
  /** One entry per day without gaps, oldest first: `{ day: '2026-03-01', clicks: 12 }`. undefined while loading. */
  readonly data: readonly ChartDay[] | undefined;
  readonly series: readonly Series[];
  /** How a value is written in full, in the tooltip and the table. */
  readonly format: (value: number) => string;
  /** The same for the axis, short. */
  readonly formatShort: (value: number) => string;
  /** Bars for what is counted per day, lines to compare several. */
  readonly kind?: 'bars' | 'lines';
  readonly error?: Error | null;
  readonly retry?: () => void;
  readonly aside?: ReactNode;
}

export type ChartDay = { readonly day: string } & { readonly [series: string]: number | string };
