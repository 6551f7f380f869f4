import fs from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { OWNER, PARTNER } from '../../../demo/cast.js';
import { fillDemo } from '../../../demo/fill.js';
import { createLogger } from '../../../packages/server/src/service/logger.js';
import { copyDirectory, embeddedTemplates } from '../../../packages/server/test/support/embedded-template.js';
import { temporaryParent } from '../../../packages/server/test/support/run.js';
import { type Application, startApplication } from './application.js';
import { addDemoData, type Places } from './demo-data.js';
import type { SharedDemo } from './demo-setup.js';
import type { Person } from './session.js';

/** Its webhooks send to this machine. */
const ENVIRONMENT = { SVC_WEBHOOK_ALLOW_PRIVATE: 'true' };
const LOOK_EVERY_MS = 100;

/** The service with ninety days of history, in which nothing is missing that a page can show. */
export interface Demo {
  readonly application: Application;
  readonly owner: Person;
  readonly partner: Person;
  readonly places: Places;
  stop(): Promise<void>;
}

/**
 * Starts the service with a copy of the demo. Playing its history takes half a minute, so of the test files of a run the first
 * that needs it plays it for all.
 */
export async function openDemo(shared: SharedDemo): Promise<Demo> {
  await playOnce(shared);
  const dataDir = fs.mkdtempSync(join(temporaryParent(), 'svc-dashboard-'));
  await copyDirectory(shared.directory, dataDir);
  const places: Places = JSON.parse(fs.readFileSync(join(dataDir, 'places.json'), 'utf8'));
  const application = await startApplication({ dataDir, environment: ENVIRONMENT });
  return {
    application,
    owner: OWNER,
    partner: PARTNER,
    places,
    async stop() {
      await application.stop();
      fs.rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Of several processes one plays the history, and the others wait for it; when it fails, the next one tries. */
async function playOnce(shared: SharedDemo): Promise<void> {
  const { directory } = shared;
  const lock = `${directory}-is-played`;
  while (!fs.existsSync(directory)) {
    try {
      fs.mkdirSync(lock);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      await delay(LOOK_EVERY_MS);
      continue;
    }
    try {
      if (!fs.existsSync(directory)) fs.renameSync(await playDemo(shared), directory);
    } finally {
      fs.rmdirSync(lock);
    }
  }
}

/** Plays the history of the demo, and adds what people do in the application. Gives the directory with all of it. */
async function playDemo({ directory, receiverUrl }: SharedDemo): Promise<string> {
  const dataDir = fs.mkdtempSync(`${directory}-`);
  await copyDirectory((await embeddedTemplates()).migrated, dataDir);
  const logger = createLogger({ write: () => undefined });
  const nothing = () => undefined;
  const { programId } = await fillDemo({
    dataDir,
    logger,
    nowMs: Date.now(),
    onStart: nothing,
    onDay: nothing,
  });
  const application = await startApplication({ dataDir, environment: ENVIRONMENT });
  try {
    const places = await addDemoData(application, programId, receiverUrl);
    fs.writeFileSync(join(dataDir, 'places.json'), JSON.stringify(places));
  } finally {
    await application.stop();
  }
  return dataDir;
}
