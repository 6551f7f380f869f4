import '@mantine/charts/styles.layer.css';
import { CompositeChart } from '@mantine/charts';
import type { chartData } from './chart-data.js';
import type { ChartProps } from './chart-types.js';

interface CanvasProps extends Pick<ChartProps, 'format' | 'formatShort' | 'kind'> {
  readonly data: ReturnType<typeof chartData>;
  readonly height: number;
}

/** What `Chart` draws; loaded only where there is a chart. */
export function ChartCanvas({ data, format, formatShort, kind = 'lines', height }: CanvasProps) {
  const { rows, columns } = data;
  const byStart = new Map(rows.map((row) => [row.start, row]));
  return (
    <CompositeChart
      h={height}
      data={rows as unknown as Record<string, unknown>[]}
      dataKey="start"
      series={columns.map(({ key, label, color, isBefore }) => ({
        name: key,
        label,
        color,
        type: isBefore ? 'line' : kind === 'bars' ? 'bar' : 'area',
        ...(isBefore && { strokeDasharray: '4 4' }),
      }))}
      valueFormatter={format}
      gridAxis="x"
      tickLine="none"
      withLegend={columns.length > 1}
      // Without a sorter of its own, the library orders by name.
      legendProps={{ verticalAlign: 'bottom', height: 32, itemSorter: null }}
      tooltipProps={{ labelFormatter: (start) => byStart.get(String(start))?.label ?? start }}
      xAxisProps={{
        tickFormatter: (start: string) => byStart.get(start)?.short ?? start,
        minTickGap: 32,
        interval: 'preserveStartEnd',
      }}
      yAxisProps={{
        tickFormatter: formatShort,
        width: 56,
        // A day on which more was refunded than sold is below zero.
        domain: [(least: number) => Math.min(0, least), 'auto'],
        allowDecimals: false,
      }}
      tooltipAnimationDuration={0}
      maxBarWidth={28}
      curveType="monotone"
      withDots={false}
      strokeWidth={2}
      areaProps={{ fillOpacity: 0.14 }}
      lineProps={{ strokeWidth: 1.5 }}
    />
  );
}
