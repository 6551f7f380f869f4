import fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { guardDirectory } from '../packages/server/test/support/postgres-server.js';
import { describeBeside, describeBesideStart, isBesideGood, measureBeside } from './beside.js';
import { emptyDataset, filledDataset } from './dataset.js';
import { describeDeliveries, measureDeliveries } from './deliveries.js';
import { openFilledStage } from './filled-stage.js';
import { describeLeast, isLeastGood, type LeastMeasurement, measureLeast } from './least.js';
import { startLoad } from './load.js';
import { openClicksFor } from './measure.js';
import { type Engine, type Options, readOptions, USAGE, UsageError } from './options.js';
import { describePages, isPageGood, measurePages, openStageOfDemo, type PageStage } from './pages.js';
import { describeReads, isReadGood, measureReads, storeForReads } from './reads.js';
import { describeGrowth, describeRun, describeSection, formatWhole } from './report.js';
import { runSection, type Section } from './section.js';
import { openStorages, type Storage, type Storages } from './storage.js';
import { targetsOf } from './targets.js';
import { describeWebhooks, measureWebhooks } from './webhooks.js';

interface Run {
  readonly options: Options;
  readonly directory: string;
  readonly storages: Storages;
}

const writeText = (text: string) => process.stdout.write(`${text}\n`);

/** What is being done, on a line that the next one takes the place of; only where somebody is looking. */
function progress(what: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[2K${what === '' ? '' : `${what} …`}`);
}

/** The least that stores clicks on one engine. */
async function runLeast({ options, directory, storages }: Run, engine: Engine): Promise<LeastMeasurement> {
  progress(`${engine}: the least that is durable`);
  const measured = await measureLeast(options, storages, engine, directory);
  progress('');
  writeText(`\n${describeLeast(measured)}`);
  return measured;
}

/** Lists and reports on a filled database; gives whether all were answered and, where wanted, in time. */
async function readStored({ options, directory }: Run, storage: Storage): Promise<boolean> {
  const onProgress = (what: string) => progress(`${storage.engine}: ${what}`);
  const measured = await measureReads(options, storage, directory, onProgress);
  progress('');
  writeText(`\n${describeReads(measured)}`);
  return measured.readings.every((reading) => isReadGood(reading, options.strict));
}

/** One process on each engine, newly set up and, where wanted, filled. */
async function compareEngines({ options, directory, storages }: Run): Promise<Section[]> {
  const sections: Section[] = [];
  const openClicks = Math.max(1, openClicksFor(options, 1));
  const { links, filled } = options;
  for (const engine of options.engines) {
    let empty: Section | null = null;
    const least = options.least ? await runLeast({ options, directory, storages }, engine) : null;
    for (const size of filled === null ? [null] : [null, filled]) {
      const dataset =
        size === null
          ? emptyDataset(Date.now(), links, openClicks)
          : filledDataset(Date.now(), links, openClicks, size);
      progress(`${engine}: storing ${dataset.clicks.toLocaleString('en-US')} clicks`);
      const storage = await storages.create(engine, dataset);
      const load = startLoad();
      const onProgress = (what: string) => progress(`${engine}, ${dataset.name}: ${what}`);
      const section = {
        ...(await runSection({ options, storage, load, processes: 1, directory, onProgress })),
        least,
      };
      load.stop();
      progress('');
      writeText(`\n${describeSection(section, empty)}`);
      if (size === null) empty = section;
      else if (options.reads === 'afterwards') {
        if (!(await readStored({ options, directory, storages }, storage))) process.exitCode = 1;
      }
      sections.push(section);
    }
  }
  return sections;
}

/** More and more processes on one PostgreSQL, all on the same books. */
async function compareProcesses({ options, directory, storages }: Run): Promise<Section[]> {
  const counts = options.processes ?? [];
  const sections: Section[] = [];
  const openClicks = Math.max(1, openClicksFor(options, counts.length));
  const { links, filled } = options;
  const dataset =
    filled === null
      ? emptyDataset(Date.now(), links, openClicks)
      : filledDataset(Date.now(), links, openClicks, filled);
  progress(`storing ${dataset.clicks.toLocaleString('en-US')} clicks`);
  const storage = await storages.create('postgres', dataset);
  const load = startLoad();
  for (const processes of counts) {
    const onProgress = (what: string) => progress(`${processes} of ${counts.join(', ')} processes: ${what}`);
    const section = await runSection({ options, storage, load, processes, directory, onProgress });
    progress('');
    writeText(`\n${describeSection(section, null)}`);
    sections.push(section);
  }
  load.stop();
  writeText(`\n${describeGrowth(sections)}`);
  return sections;
}

/** Events of the card processor on each engine; gives whether all were answered and are stored. */
async function runWebhooks({ options, directory, storages }: Run): Promise<boolean> {
  let isRight = true;
  for (const engine of options.engines) {
    progress(`${engine}: webhooks`);
    const measured = await measureWebhooks(options, storages, engine, directory);
    progress('');
    writeText(`\n${describeWebhooks(measured)}`);
    const { failures, check } = measured;
    isRight &&= failures === 0 && check.areRowsRight && check.areBooksRight;
  }
  return isRight;
}

/** Events to a receiver on each engine; gives whether all were stored and arrived in order. */
async function runDeliveries({ options, directory, storages }: Run): Promise<boolean> {
  let isRight = true;
  for (const engine of options.engines) {
    progress(`${engine}: deliveries`);
    const measured = await measureDeliveries(options, storages, engine, directory);
    progress('');
    writeText(`\n${describeDeliveries(measured)}`);
    const { failures, isInOrder, check } = measured;
    isRight &&= failures === 0 && isInOrder && check.areRowsRight && check.areBooksRight;
  }
  return isRight;
}

/** Lists and reports on each engine; gives whether all were answered and, where wanted, in time. */
async function runReads({ options, directory, storages }: Run): Promise<boolean> {
  let isRight = true;
  for (const engine of options.engines) {
    progress(`${engine}: storing what is read`);
    const storage = await storeForReads(options, storages, engine);
    isRight = (await readStored({ options, directory, storages }, storage)) && isRight;
  }
  return isRight;
}

/** Every page in a browser, over the demo or, with `--filled`, each filled database; gives whether, where wanted, each stood in time. */
async function runPages({ options, directory, storages }: Run): Promise<boolean> {
  const { rounds, strict, filled, engines } = options;
  let isRight = true;
  async function run(over: string, stage: PageStage): Promise<void> {
    const readings = await measurePages(stage, rounds, progress);
    progress('');
    writeText(`\n${describePages(over, readings)}`);
    isRight &&= !strict || readings.every(isPageGood);
  }
  if (filled === null) {
    progress('playing the history of the demo');
    await run('the history of the demo', await openStageOfDemo());
    return isRight;
  }
  for (const engine of engines) {
    progress(`${engine}: storing what is read`);
    const storage = await storeForReads(options, storages, engine);
    const { clicks, sales } = storage.dataset;
    const over = `${formatWhole(clicks)} clicks and ${formatWhole(sales)} sales on ${engine}`;
    await run(over, await openFilledStage(storage, directory));
  }
  return isRight;
}

/** Clicks and sales beside long work on each engine; gives whether all was answered and, where wanted, in time. */
async function runBeside({ options, directory, storages }: Run): Promise<boolean> {
  let isRight = true;
  for (const engine of options.engines) {
    const onProgress = (what: string) => progress(`${engine}: ${what}`);
    const tell = (text: string) => {
      progress('');
      writeText(text);
    };
    const readings = await measureBeside(options, storages, engine, {
      directory,
      onProgress,
      onFilled: (storage) => tell(`\n${describeBesideStart(storage)}`),
      onReading: (reading) => tell(describeBeside(reading)),
    });
    isRight &&= readings.every((reading) => isBesideGood(reading, options.strict));
  }
  return isRight;
}

/** Whether every request was answered, all of it is stored, and where wanted every target met. */
function isGood(sections: readonly Section[], isStrict: boolean): boolean {
  return sections.every(
    ({ measurements, check, least }) =>
      (least === null || isLeastGood(least)) &&
      check.areRowsRight &&
      check.areBooksRight &&
      measurements.every(
        (one) =>
          Object.keys(one.failures).length === 0 &&
          (!isStrict || targetsOf(one, least).every((target) => target.isMet)),
      ),
  );
}

async function runBenchmark(options: Options): Promise<boolean> {
  const directory = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'svc-bench-')));
  // The user PostgreSQL runs as has to pass through it.
  fs.chmodSync(directory, 0o711);
  const unguard = guardDirectory(directory);
  const storages = openStorages(directory, options.filled !== null);
  writeText(describeRun(options));
  try {
    if (options.beside) return await runBeside({ options, directory, storages });
    if (options.pages) return await runPages({ options, directory, storages });
    if (options.reads === 'instead') return await runReads({ options, directory, storages });
    if (options.deliveries) return await runDeliveries({ options, directory, storages });
    if (options.webhooks) return await runWebhooks({ options, directory, storages });
    const compare = options.processes === null ? compareEngines : compareProcesses;
    const sections = await compare({ options, directory, storages });
    if (options.json !== null) {
      fs.writeFileSync(
        options.json,
        `${JSON.stringify({ node: process.version, options, sections }, null, 2)}\n`,
      );
    }
    return isGood(sections, options.strict);
  } finally {
    await storages.close();
    fs.rmSync(directory, { recursive: true, force: true });
    unguard();
  }
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
try {
  const options = readOptions(process.argv.slice(2));
  if (options === null) writeText(USAGE);
  else if (!(await runBenchmark(options))) process.exitCode = 1;
} catch (error) {
  const isUsage = error instanceof UsageError;
  process.stderr.write(
    `\n${isUsage ? `${error.message}\n\n${USAGE}` : error instanceof Error ? error.stack : error}\n`,
  );
  process.exitCode = isUsage ? 2 : 1;
}
// Servers and load generators that an error left behind would keep this process waiting for them.
process.exit();
