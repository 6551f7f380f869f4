import { availableParallelism } from 'node:os';
import type { LeastMeasurement } from './least.js';
import type { Measurement } from './measure.js';
import type { Options } from './options.js';
import type { Section } from './section.js';
import { shareOfLeast, targetsOf } from './targets.js';

const ENGINE_NAMES = { embedded: 'Embedded database', postgres: 'PostgreSQL' } as const;

/** What is measured and how, before the figures. */
export function describeRun({ rounds, seconds, connections, links }: Options): string {
  return [
    `${rounds} rounds of ${seconds} s bare server and ${seconds} s service in turns, ${connections} connections, ` +
      `${links} referral links; medians (lowest–highest).`,
    `Load generator, servers and PostgreSQL share ${availableParallelism()} processors. Node ${process.version}. ` +
      'Commits are on disk before the answer.',
    'bare: Fastify with the same bodies and answers, storing nothing. ratio: service / bare, within a round.',
  ].join('\n');
}

/** A section as a table for people, with what was found in the database afterwards. */
export function describeSection(section: Section, beside: Section | null): string {
  const { engine, dataset, processes, check } = section;
  const stored = dataset === 'filled' ? describeFilled(section) : 'newly set up';
  const many = processes === 1 ? '' : `, ${processes} service processes`;
  const { least } = section;
  const header = [
    ...['', 'bare/s', 'service/s', 'ratio'],
    ...(beside === null ? [] : ['(empty)']),
    ...(least === null ? [] : ['of the least']),
  ];
  const log = engine === 'postgres' ? ['log/request'] : [];
  const rows = section.measurements.map((one) => rowOf(one, beside, least));
  const lines = [
    `${ENGINE_NAMES[engine]}, ${stored}${many}`,
    ...table([[...header, 'bare p50/p99', 'service p50/p99', ...log, 'failed', 'targets'], ...rows]),
    `  memory after it: ${section.memoryMib.map((mib) => (mib === null ? 'unknown' : `${mib} MiB`)).join(', ')}`,
    `  stored: ${Object.entries(check.rows)
      .map(([name, { expected, stored: count }]) =>
        count === expected
          ? `${name} ${formatWhole(count)}`
          : `${name} ${formatWhole(count)} INSTEAD OF ${formatWhole(expected)}`,
      )
      .join(', ')}: ${check.areRowsRight ? 'exactly what was answered' : 'NOT WHAT WAS ANSWERED'}`,
    `  verify: ${check.verify}`,
  ];
  for (const { workload, failures } of section.measurements) {
    for (const [what, count] of Object.entries(failures))
      lines.push(`  FAILED: ${workload}: ${count} × ${what}`);
  }
  return lines.join('\n');
}

function describeFilled({ check, seededMs }: Section): string {
  return `already filled, ${formatWhole(check.rows.clicks?.stored ?? 0)} clicks in the end (filled in ${Math.round(seededMs / 1000)} s)`;
}

function rowOf(measurement: Measurement, beside: Section | null, least: LeastMeasurement | null): string[] {
  const { workload, bare, service, ratio, lowestRatio, highestRatio, logBytes, failures } = measurement;
  const empty = beside?.measurements.find((one) => one.workload === workload);
  const failed = Object.values(failures).reduce((sum, count) => sum + count, 0);
  return [
    workload,
    formatWhole(bare.perSecond),
    formatWhole(service.perSecond),
    `${ratio.toFixed(2)} (${lowestRatio.toFixed(2)}–${highestRatio.toFixed(2)})`,
    ...(beside === null ? [] : [empty === undefined ? '' : `(${empty.ratio.toFixed(2)})`]),
    ...(least === null ? [] : [shareOfLeast(measurement, least).toFixed(2)]),
    `${bare.p50Ms.toFixed(1)}/${bare.p99Ms.toFixed(1)} ms`,
    `${service.p50Ms.toFixed(1)}/${service.p99Ms.toFixed(1)} ms`,
    ...(logBytes === null ? [] : [`${(logBytes / 1024).toFixed(1)} KiB`]),
    formatWhole(failed),
    targetsOf(measurement, least)
      .map(({ text, isMet }) => `${text} ${isMet ? '✓' : '✗'}`)
      .join(', '),
  ];
}

/** How throughput grows with processes: one row per workload, one column per number of processes. */
export function describeGrowth(sections: readonly Section[]): string {
  const header = [
    '',
    ...sections.map(({ processes }) => `${processes} process${processes === 1 ? '' : 'es'}`),
  ];
  const workloads = sections[0]?.measurements.map(({ workload }) => workload) ?? [];
  const rows = workloads.map((workload) => {
    const all = sections.map(({ measurements }) => measurements.find((one) => one.workload === workload));
    const first = all[0]?.ratio ?? Number.NaN;
    return [
      workload,
      ...all.map((one) =>
        one === undefined
          ? ''
          : `${formatWhole(one.service.perSecond)}/s, ratio ${one.ratio.toFixed(2)}, ×${(one.ratio / first).toFixed(2)}`,
      ),
    ];
  });
  return [
    'Growth: all service processes together, ratio to one bare process, and × the first column',
    ...table([header, ...rows]),
    `  All of it, PostgreSQL and the load generator included, on ${availableParallelism()} processors.`,
  ].join('\n');
}

/** A number without decimals. */
export function formatWhole(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}

/** Columns of equal width; the first to the left, figures to the right, the last as it is. */
function table(rows: readonly (readonly string[])[]): string[] {
  const columns = Math.max(...rows.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows.map((row) =>
    `  ${row
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return column === 0 || column === columns - 1 ? cell.padEnd(width) : cell.padStart(width);
      })
      .join('  ')}`.trimEnd(),
  );
}
