import '@mantine/charts/styles.layer.css';
import { CompositeChart } from '@mantine/charts';
import { ColorSwatch, Group, Text } from '@mantine/core';
import type { ChartRow, chartData } from './chart-data.js';
import type { ChartProps } from './chart-types.js';

interface CanvasProps extends Pick<ChartProps, 'format' | 'formatShort' | 'kind'> {
  readonly data: ReturnType<typeof chartData>;
  readonly height: number;
}

const LEGEND_HEIGHT = 32;

/** What `Chart` draws; loaded only where there is a chart. */
export function ChartCanvas({ data, format, formatShort, kind = 'lines', height }: CanvasProps) {
  const { rows, columns } = data;
  const byStart = new Map(rows.map((row) => [row.start, row]));
  const hasLegend = columns.length > 1;
  const most = Math.max(
    0,
    ...rows.flatMap((row) => columns.map(({ key }) => Math.abs(Number(row[key] ?? 0)))),
  );
  const isNothing = most === 0;
  // Of a day as on the axis; of more, from when to when.
  const nameOf = (row?: ChartRow) => (data.unit === 'day' ? row?.short : row?.label);
  return (
    <>
      <CompositeChart
        h={hasLegend ? height - LEGEND_HEIGHT : height}
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
        tooltipProps={{ labelFormatter: (start) => nameOf(byStart.get(String(start))) ?? start }}
        xAxisProps={{
          tickFormatter: (start: string) => byStart.get(start)?.short ?? start,
          minTickGap: 32,
          interval: 'preserveStartEnd',
        }}
        yAxisProps={{
          tickFormatter: (value: number) => formatShort(value, most),
          width: 62,
          // A day on which more was refunded than sold is below zero.
          domain: [(least: number) => Math.min(0, least), 'auto'],
          allowDecimals: false,
          // Steps of a cent say nothing where there is nothing.
          ...(isNothing && { ticks: [0] }),
        }}
        tooltipAnimationDuration={0}
        maxBarWidth={28}
        curveType="linear"
        withDots={false}
        strokeWidth={2}
        areaProps={{ fillOpacity: 0.14 }}
        lineProps={{ strokeWidth: 1.5 }}
      />
      {hasLegend && <Legend columns={columns} />}
    </>
  );
}

/** Names below the chart in the order of its lines; on a phone in as many rows as they take. */
function Legend({ columns }: Pick<CanvasProps['data'], 'columns'>) {
  return (
    <Group gap="xs" justify="flex-end" mih={LEGEND_HEIGHT}>
      {columns.map(({ key, label, color }) => (
        <Group key={key} gap={6} wrap="nowrap">
          <ColorSwatch
            color={`var(--mantine-color-${color.replace('.', '-')})`}
            size={10}
            withShadow={false}
          />
          <Text size="xs">{label}</Text>
        </Group>
      ))}
    </Group>
  );
}
