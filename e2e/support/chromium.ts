import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, type BrowserContext, chromium } from 'playwright-core';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const ELSEWHERE = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'];
const ADVICE =
  'The browser tests need Chromium. Install it (Debian: apt-get install chromium; macOS: brew install --cask ' +
  'google-chrome), or set CHROMIUM_PATH to the program.';

/** Test files may start at the same moment: one installs, the others wait for it. */
const INSTALL = `flock /tmp/svc-install-chromium sh -c \
  'command -v chromium || { apt-get update && apt-get install -y --no-install-recommends chromium; }'`;

/** Every host is this machine, so that sites may have any name and nothing leaves it. */
const FLAGS = [
  '--host-resolver-rules=MAP * 127.0.0.1',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

let running: Promise<Browser> | undefined;

/**
 * The system's Chromium, without a window: one for all files that share a process, which ends with it. Closing what is
 * returned here closes the contexts that were opened in it. Installs Chromium where that is possible, else says how to
 * get it.
 */
export async function startChromium(): Promise<Browser> {
  running ??= chromium.launch({ executablePath: findChromium() ?? installChromium(), args: FLAGS });
  const browser = await running;
  const opened: BrowserContext[] = [];
  const newContext: Browser['newContext'] = async (options) => {
    const context = await browser.newContext(options);
    opened.push(context);
    return context;
  };
  const close = async () => {
    await Promise.all(opened.splice(0).map((context) => context.close()));
  };
  return Object.assign(Object.create(browser) as Browser, { newContext, close });
}

function findChromium(): string | undefined {
  const given = process.env.CHROMIUM_PATH;
  if (given) return given;
  const folders = (process.env.PATH ?? '').split(delimiter);
  const places = [...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))), ...ELSEWHERE];
  return places.find((place) => fs.existsSync(place));
}

function installChromium(): string {
  if (process.getuid?.() !== 0 || !fs.existsSync('/usr/bin/apt-get')) throw new Error(ADVICE);
  try {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    execFileSync('sh', ['-c', INSTALL], { env, stdio: 'pipe' });
  } catch (error) {
    throw new Error(`${ADVICE}\nInstalling it failed:\n${(error as { stderr?: Buffer }).stderr}`, {
      cause: error,
    });
  }
  const installed = findChromium();
  if (installed === undefined) throw new Error(ADVICE);
  return installed;
}
