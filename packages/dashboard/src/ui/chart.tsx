import { Card, Group, ScrollArea, SegmentedControl, Skeleton, Table, Text, Title } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { within } from '../language/within.js';
import { texts } from '../texts/ui.js';
import { chartData } from './chart-data.js';
import type { ChartProps } from './chart-types.js';
import { ErrorState } from './states.js';

// Asked for with the page that has a chart, so that it is there when the figures are.
const canvas = import('./chart-canvas.js');
const ChartCanvas = lazy(() => canvas.then(({ ChartCanvas }) => ({ default: ChartCanvas })));

const HEIGHT = 264;

/** A time series by day, week or month: zero-based, with real axes, and the table behind it. */
export function Chart(props: ChartProps) {
  const { title, period, series, error, retry, aside } = props;
  const data = series && chartData(period, series);
  const [view, setView] = useState<'chart' | 'table'>('chart');
  return (
    <Card component="section" aria-label={title}>
      <Group justify="space-between" mb="md" gap="xs">
        <Group gap="xs" align="baseline">
          <Title order={2}>{title}</Title>
          {data !== undefined && data.unit !== 'day' && (
            <Text span size="sm" c="dimmed">
              {texts.byUnit[data.unit]}
            </Text>
          )}
        </Group>
        <Group gap="xs">
          {aside}
          <SegmentedControl
            size="xs"
            aria-label={texts.viewAs({ title: within(title) })}
            value={view}
            onChange={(value) => setView(value === 'table' ? 'table' : 'chart')}
            data={[
              { value: 'chart', label: texts.chart },
              { value: 'table', label: texts.table },
            ]}
          />
        </Group>
      </Group>
      <div style={{ minHeight: HEIGHT }}>
        {error && data === undefined ? (
          <ErrorState error={error} retry={retry} />
        ) : data === undefined ? (
          <Skeleton height={HEIGHT} />
        ) : view === 'table' ? (
          <ChartTable title={title} data={data} format={props.format} />
        ) : (
          <Suspense fallback={<Skeleton height={HEIGHT} />}>
            <div role="img" aria-label={texts.chartOf({ title, unit: within(texts.units[data.unit]) })}>
              <ChartCanvas
                data={data}
                format={props.format}
                formatShort={props.formatShort}
                kind={props.kind}
                height={HEIGHT}
              />
            </div>
          </Suspense>
        )}
      </div>
    </Card>
  );
}

function ChartTable({
  title,
  data: { unit, columns, rows },
  format,
}: Pick<ChartProps, 'title' | 'format'> & { readonly data: ReturnType<typeof chartData> }) {
  return (
    <ScrollArea
      h={HEIGHT}
      viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': texts.tableOf({ title }) }}
    >
      <Table stickyHeader verticalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{texts.utcUnit({ unit: texts.units[unit] })}</Table.Th>
            {columns.map(({ key, label }) => (
              <Table.Th key={key} ta="end">
                {label}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.toReversed().map((row) => (
            <Table.Tr key={row.start}>
              <Table.Td>{row.label}</Table.Td>
              {columns.map(({ key }) => (
                <Table.Td key={key} ta="end">
                  {format(Number(row[key] ?? 0))}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea>
  );
}
