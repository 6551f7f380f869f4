import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

/** Chromium without what draws windows, which takes a third of the time of the whole. */
const SHELL = 'chromium-headless-shell';
const NAMES = [SHELL, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const ELSEWHERE = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'];
const ADVICE =
  'The browser tests need Chromium. Install it (Debian: apt-get install chromium-headless-shell; macOS: brew install ' +
  '--cask google-chrome), or set CHROMIUM_PATH to the program.';

/** Test files may start at the same moment: one installs, the others wait for it. */
const INSTALL = `flock /tmp/svc-install-chromium sh -c \
  'command -v ${SHELL} || { apt-get update && apt-get install -y --no-install-recommends ${SHELL}; }'`;

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
let browser: Browser | undefined;

/** The pages that are open in the browser of this process. */
export function openPages(): Page[] {
  return browser?.contexts().flatMap((context) => context.pages()) ?? [];
}

/**
 * The system's Chromium, without a window: one for all files that share a process, which ends with it. Closing what is
 * returned here closes the contexts that were opened in it. Installs the one without windows where that is possible, and says how to
 * get one where there is none.
 */
export async function startChromium(): Promise<Browser> {
  running ??= chromium.launch({ executablePath: chromiumPath(), args: FLAGS });
  const shared = await running;
  browser = shared;
  const opened: BrowserContext[] = [];
  const newContext: Browser['newContext'] = async (options) => {
    const context = await shared.newContext(options);
    opened.push(context);
    return context;
  };
  const close = async () => {
    await Promise.all(opened.splice(0).map((context) => context.close()));
  };
  return Object.assign(Object.create(shared) as Browser, { newContext, close });
}

function chromiumPath(): string {
  const given = process.env.CHROMIUM_PATH;
  if (given) return given;
  let failure: unknown;
  if (find([SHELL]) === undefined && process.getuid?.() === 0 && fs.existsSync('/usr/bin/apt-get')) {
    try {
      execFileSync('sh', ['-c', INSTALL], {
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
        stdio: 'pipe',
      });
    } catch (error) {
      failure = error;
    }
  }
  const found = find(NAMES) ?? ELSEWHERE.find((path) => fs.existsSync(path));
  if (found !== undefined) return found;
  const said = (failure as { stderr?: Buffer } | undefined)?.stderr;
  throw new Error(said ? `${ADVICE}\nInstalling it failed:\n${said}` : ADVICE, { cause: failure });
}

/** The first of these programs that there is. */
function find(names: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((path) => fs.existsSync(path));
}
