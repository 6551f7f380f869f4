import { existsSync } from 'node:fs';
import { openFirefox } from './firefox.js';
import { openWebKit } from './webkit.js';

/** A window of a browser, with a profile of its own. */
export interface Driver {
  open(url: string): Promise<void>;
  /** Value of an expression on the page; promises are awaited. */
  run<Result>(expression: string): Promise<Result>;
  /** Clicks the element that the selector finds. */
  click(selector: string): Promise<void>;
  /** Types into the element that the selector finds, in place of its text. */
  type(selector: string, text: string): Promise<void>;
  /** What the browser's console holds about cookies; null where the browser keeps it to itself. */
  cookieComplaints(): Promise<string[] | null>;
  close(): Promise<void>;
}

export interface DriverOptions {
  readonly proxyPort: number;
  readonly blocksCookies?: boolean;
  /** Only Firefox has it. */
  readonly sendsPrivacyControl?: boolean;
}

export interface BrowserKind {
  readonly name: 'Firefox' | 'WebKitGTK';
  /** Names of the Debian packages. */
  readonly packages: string;
  readonly isInstalled: boolean;
  open(options: DriverOptions): Promise<Driver>;
}

const FIREFOX = ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find((path) => existsSync(path));
const MINI_BROWSER = ['x86_64', 'aarch64']
  .flatMap((cpu) =>
    ['4.1', '6.0', '4.0'].map((abi) => `/usr/lib/${cpu}-linux-gnu/webkit2gtk-${abi}/MiniBrowser`),
  )
  .find((path) => existsSync(path));
const WEBKIT_TOOLS = ['/usr/bin/WebKitWebDriver', '/usr/bin/Xvfb'];

export const BROWSERS: readonly BrowserKind[] = [
  {
    name: 'Firefox',
    packages: 'firefox-esr',
    isInstalled: FIREFOX !== undefined,
    open: (options) => openFirefox(FIREFOX ?? '', options),
  },
  {
    name: 'WebKitGTK',
    packages: 'webkit2gtk-driver and xvfb',
    isInstalled: MINI_BROWSER !== undefined && WEBKIT_TOOLS.every((path) => existsSync(path)),
    open: (options) => openWebKit(MINI_BROWSER ?? '', options),
  },
];
