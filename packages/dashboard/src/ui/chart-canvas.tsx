import '@mantine/charts/styles.layer.css';
import { AreaChart, BarChart } from '@mantine/charts';
import { formatDayShort } from '../format/time.js';
import type { ChartDay, ChartProps } from './chart-types.js';

/** What `Chart` draws; loaded only where there is a chart. */
export function ChartCanvas({
  data,
  series,
  format,
  formatShort,
  kind = 'lines',
  height,
}: ChartProps & { readonly data: readonly ChartDay[]; readonly height: number }) {
  const common = {
    h: height,
    data: data as ChartDay[] as Record<string, unknown>[],
    dataKey: 'day',
    series: series.map(({ key, label, color }) => ({ name: key, label, color })),
    valueFormatter: format,
    gridAxis: 'x' as const,
    tickLine: 'none' as const,
    withLegend: series.length > 1,
    legendProps: { verticalAlign: 'bottom' as const, height: 32 },
    xAxisProps: {
      tickFormatter: (day: string) => formatDayShort(day),
      minTickGap: 32,
      interval: 'preserveStartEnd' as const,
    },
    yAxisProps: {
      tickFormatter: formatShort,
      width: 56,
      domain: [0, 'auto'] as [number, 'auto'],
      allowDecimals: false,
    },
    tooltipAnimationDuration: 0,
  };
  if (kind === 'bars')
    return <BarChart {...common} maxBarWidth={28} barProps={{ isAnimationActive: false }} />;
  return (
    <AreaChart
      {...common}
      curveType="monotone"
      withDots={false}
      fillOpacity={0.14}
      strokeWidth={2}
      areaProps={{ isAnimationActive: false }}
    />
  );
}
