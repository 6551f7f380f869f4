import { join } from 'node:path';
import { emptyDataset } from './dataset.js';
import { startLoad } from './load.js';
import { type Measurement, measure } from './measure.js';
import type { Engine, Options } from './options.js';
import { startBare, startLeast } from './processes.js';
import { formatWhole } from './report.js';
import { type Storages, withPool } from './storage.js';

/** How fast the least that stores clicks durably is beside the bare server; see `least-server.ts`. */
export interface LeastMeasurement {
  readonly engine: Engine;
  readonly measurement: Measurement;
  readonly answered: number;
  readonly stored: number;
}

/** Measures clicks in turns, as they are measured for the service, and compares what is stored with what was answered. */
export async function measureLeast(
  options: Options,
  storages: Storages,
  engine: Engine,
  directory: string,
): Promise<LeastMeasurement> {
  const whole = await storages.create(engine, emptyDataset(Date.now(), options.links, 1));
  let answered = 0;
  const storage = {
    ...whole,
    expect({ click }: { readonly click: number }) {
      answered += click;
    },
  };
  const load = startLoad();
  const bare = await startBare(join(directory, `least-${engine}-bare.log`));
  const least = await startLeast(whole.environment, join(directory, `least-${engine}.log`));
  let measurement: Measurement;
  try {
    measurement = await measure(
      { options, load, storage, bareUrl: bare.url, serviceUrls: [least.url] },
      'click',
    );
  } finally {
    load.stop();
    await bare.stop();
    await least.stop();
  }
  const stored = await withPool(whole.environment, async (pool) => {
    const { rows } = await pool.query<{ count: number }>('select count(*) as count from least_clicks');
    return rows[0]?.count ?? 0;
  });
  return { engine, measurement, answered, stored };
}

export function isLeastGood({ measurement, answered, stored }: LeastMeasurement): boolean {
  return answered === stored && Object.keys(measurement.failures).length === 0;
}

/** A measurement for people. */
export function describeLeast({ engine, measurement, answered, stored }: LeastMeasurement): string {
  const { bare, service, ratio, lowestRatio, highestRatio, failures } = measurement;
  const comparison =
    answered === stored
      ? 'all that was answered'
      : `${formatWhole(stored)} INSTEAD OF ${formatWhole(answered)}`;
  return [
    `The least that stores a click durably, on ${engine}: ${formatWhole(service.perSecond)}/s beside ${formatWhole(bare.perSecond)}/s of the bare server, ` +
      `ratio ${ratio.toFixed(2)} (${lowestRatio.toFixed(2)}–${highestRatio.toFixed(2)}), p99 ${service.p99Ms.toFixed(1)} ms`,
    `  stored: ${comparison}`,
    ...Object.entries(failures).map(([what, count]) => `  FAILED: ${count} × ${what}`),
  ].join('\n');
}
