import { join } from 'node:path';
import type { LeastMeasurement } from './least.js';
import type { Load } from './load.js';
import { type Measurement, measure } from './measure.js';
import type { Options } from './options.js';
import { type Server, startBare, startService } from './processes.js';
import type { Storage, StorageCheck } from './storage.js';

/** One or several service processes on one storage, measured with every workload. */
export interface Section {
  readonly engine: Storage['engine'];
  readonly dataset: Storage['dataset']['name'];
  readonly processes: number;
  readonly seededMs: number;
  readonly measurements: readonly Measurement[];
  /** Of each service process, after the load. */
  readonly memoryMib: readonly (number | null)[];
  readonly check: StorageCheck;
  /** The least that stores clicks on the same engine, in the same run; null: it was not measured. */
  readonly least: LeastMeasurement | null;
}

export interface SectionOrder {
  readonly options: Options;
  readonly storage: Storage;
  /** The storage's own, for as long as it is used: it knows which clicks leads have named. */
  readonly load: Load;
  readonly processes: number;
  /** For the logs of the servers. */
  readonly directory: string;
  /** Receives a description of the current step. */
  readonly onProgress: (what: string) => void;
}

/** Starts the servers, measures, stops them, and compares what was answered with what is stored. */
export async function runSection(order: SectionOrder): Promise<Section> {
  const { options, storage, load, processes, directory, onProgress } = order;
  const name = `${storage.engine}-${storage.dataset.name}-${processes}`;
  const services: Server[] = [];
  const bare = await startBare(join(directory, `${name}-bare.log`));
  try {
    for (let count = 1; count <= processes; count++) {
      const log = join(directory, `${name}-service-${count}.log`);
      services.push(await startService(storage.environment, log, options.profile));
    }
    const serviceUrls = services.map(({ url }) => url);
    const measurements: Measurement[] = [];
    for (const workload of options.workloads) {
      onProgress(`measuring ${workload}`);
      measurements.push(await measure({ options, load, storage, bareUrl: bare.url, serviceUrls }, workload));
    }
    const memoryMib = services.map((service) => service.memoryMib());
    onProgress('comparing what is stored');
    for (let service = services.pop(); service !== undefined; service = services.pop()) await service.stop();
    const { engine, dataset, seededMs } = storage;
    const check = await storage.check();
    return {
      engine,
      dataset: dataset.name,
      processes,
      seededMs,
      measurements,
      memoryMib,
      check,
      least: null,
    };
  } finally {
    for (const server of [bare, ...services]) await server.stop();
  }
}
