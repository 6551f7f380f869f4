import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { systemNow } from '../packages/server/src/clock.js';
import { type Config, readConfig } from '../packages/server/src/service/config.js';
import { serve } from '../packages/server/src/service/serve.js';
import { OWNER, PARTNER, TIDYDESK } from './cast.js';
import { fillDemo } from './fill.js';
import { followEvents } from './follow.js';
import { findFreePort } from './free-port.js';
import { DAY_MS, HISTORY_DAYS } from './history.js';
import { type DemoProcessor, findProcessor, serveProcessor } from './processor.js';
import { type DemoShop, findShop, serveShop } from './shop.js';
import { type Finished, openStore, type Store } from './store.js';
import { openTerminal, type Terminal } from './terminal.js';
import { tourLines } from './tour.js';

const OLD_AFTER_MS = 3 * DAY_MS;
const START_AFRESH = 'npm run demo -- --fresh';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The service's configuration for the demo: what the environment says, except that the database is always the embedded
 * one of the demo's own, in `demo` below the data directory, that the card processor is a stand-in, and that a port in
 * use is no obstacle.
 */
async function configure(env: Environment, { line }: Terminal): Promise<Config> {
  const own = { ...env, DATABASE_URL: undefined, SVC_PROVISION_FILE: undefined };
  const wanted = readConfig(own);
  const port = await findFreePort(wanted.host, wanted.port);
  if (port !== wanted.port) line(`Port ${wanted.port} is in use, so the demo takes ${port}.\n`);
  const config = readConfig({ ...own, PORT: String(port) });
  return { ...config, dataDir: join(config.dataDir, 'demo') };
}

/** The filled workspace: as it was left, or made now. */
async function prepare(store: Store, terminal: Terminal, isFresh: boolean): Promise<Finished> {
  const { line, progress } = terminal;
  if (store.finished !== null && !isFresh) return store.finished;
  line(`Making the demo workspace in ${displayPath(store.dataDir)}`);
  line('Preparing a new database ...');
  await store.clear();
  const filledMs = Date.now();
  const filled = await fillDemo({
    dataDir: store.dataDir,
    logger: store.logger,
    nowMs: filledMs,
    onStart: () => line('Ninety days of three programs with twenty partners ...'),
    onDay: (day) => progress('day', day, HISTORY_DAYS),
  });
  const { click, lead, sale, refund } = filled.played;
  line(`${click} clicks, ${lead} leads, ${sale} sales, ${refund} refunds, ${filled.payouts} payouts`);
  line();
  const finished = { ...filled, filledMs };
  store.finish(finished);
  return finished;
}

/** A path as one would type it here. */
function displayPath(path: string): string {
  const short = relative(process.cwd(), path);
  return short.startsWith('..') ? path : short;
}

function showTour(lines: readonly string[], { line, paint }: Terminal): void {
  line('First tour: paste this into another terminal, step by step or all at once.');
  line(paint('dim', 'It needs curl, and works in bash, zsh and dash, as often as you like.'));
  line();
  for (const text of lines) line(text.startsWith('echo') ? paint('cyan', text) : text);
  line();
}

/** Comes last, because the end is what a terminal shows. */
function introduce(
  config: Config,
  finished: Finished,
  store: Store,
  places: { readonly shop: DemoShop; readonly processor: DemoProcessor },
  terminal: Terminal,
): void {
  const { line, paint } = terminal;
  const row = (name: string, value: string, note = '') =>
    line(`  ${name.padEnd(12)}${paint('bold', value)}${note === '' ? '' : `  ${paint('dim', note)}`}`);
  line(paint('green', 'The demo runs. The first tour is above; Ctrl-C ends it, and its data stays.'));
  line();
  row('Service', config.baseUrl);
  row('Interface', `${config.baseUrl}/docs`, 'every route; for programs /openapi.json');
  row('Shop', places.shop.referralLink, 'arrive as a customer; what happens shows here');
  row('Cards', places.processor.baseUrl, 'a stand-in of the card processor: no money moves');
  row('Sign-in', `${OWNER.email} / ${OWNER.password}`, 'owner of the workspace');
  row('', `${PARTNER.email} / ${PARTNER.password}`, `a partner of ${TIDYDESK.name}`);
  row('API key', TIDYDESK.apiToken, `program ${finished.programId}, ${TIDYDESK.name}`);
  row('Log', displayPath(store.logFile));
  row('Start over', START_AFRESH);
  if (Date.now() - finished.filledMs > OLD_AFTER_MS) {
    const day = new Date(finished.filledMs).toISOString().slice(0, 10);
    line();
    line(`The history ends on ${day}; starting over makes one that ends today.`);
  }
  line();
}

/** Errors that nobody foresaw have these names; of all others the message says everything. */
const UNFORESEEN = ['Error', 'TypeError', 'RangeError', 'ReferenceError', 'SyntaxError', 'AssertionError'];

/** What went wrong, line by line. */
function describeError(error: unknown): string[] {
  const { problems, name, code, message, stack } = error as Error & {
    readonly problems?: readonly string[];
    readonly code?: string;
  };
  if (problems !== undefined) return [...problems];
  if (code?.startsWith('ERR_PARSE_ARGS')) return [message, 'Usage: npm run demo, or npm run demo -- --fresh'];
  if (name === 'DirectoryInUseError') return [message, 'Is the demo running already in another terminal?'];
  if (name === 'ListenError') return [message];
  const what = UNFORESEEN.includes(name) ? (stack ?? message) : (message ?? String(error));
  return [what, `To start over: ${START_AFRESH}`];
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { fresh: { type: 'boolean', default: false } } });
  const terminal = openTerminal(process.stdout);
  const wanted = await configure(process.env, terminal);
  const shop = await findShop(wanted);
  const processor = await findProcessor(wanted, shop.port + 1);
  const config = { ...wanted, processor: processor.settings };
  const store = openStore(config.dataDir, shop.origin);
  const finished = await prepare(store, terminal, values.fresh);
  const { logger, provisionFile } = store;
  await serve({ config: { ...config, provisionFile }, logger, print: () => undefined, now: systemNow });
  await serveProcessor(processor, { config, terminal });
  await serveShop(shop, { config, programId: finished.programId, processor, terminal });
  process.once('exit', (code) => {
    if (code === 0) terminal.line('\nThe demo has ended.');
  });
  const { programId } = finished;
  showTour(tourLines({ baseUrl: config.baseUrl, programId, processor }), terminal);
  introduce(config, finished, store, { shop, processor }, terminal);
  void followEvents(config.baseUrl, terminal);
}

try {
  await main();
} catch (error) {
  for (const text of describeError(error)) process.stderr.write(`demo: ${text}\n`);
  process.exitCode = 1;
}
