import { AFF, CLICK_ID, readCookie, writeCookie } from './cookies.js';
import { send } from './send.js';
import { type InitOptions, log, settings } from './settings.js';

export type { InitOptions } from './settings.js';

/** The result of `signup`. */
export interface SignupResult {
  /** The lead is recorded, now or earlier. */
  ok: boolean;
  /** The HTTP status; 0 if the service did not respond. Absent if nothing was sent. */
  status?: number;
  /** The reason, if not `ok`. */
  error?: string | undefined;
}

/** What is known about this visitor. */
export interface VisitorData {
  clickId: string | null;
  programId: number | null;
  /** Whether there is a click that a signup would be attributed to. */
  hasAttribution: boolean;
  /** The latest address with `aff` on this page; null on later pages, which only know the click. */
  affiliateUrl: string | null;
}

/**
 * What `svc_aff` holds while a click is not recorded yet: one colon for each page that has tried, the `aff`, another colon, and the
 * `aff` of the stored click. Colons within the values are encoded.
 */
const UNFINISHED = /^(:+)([^:]*):?(.*)/;
const UNFINISHED_SECONDS = 3_600;
const MAX_TRIES = 10;
const DAY_SECONDS = 86_400;
/** Lifetime of a restored `svc_aff`, 30 days: its original expiry is no longer known. */
const RESTORED_SECONDS = 2_592_000;
const MAX_URL_LENGTH = 2_048;
/** The error code for a lead that is already recorded. */
const ALREADY_RECORDED = 'status_not_visitor';

/** States of a click: nothing to report; sent; not sent yet; failed. */
const DONE = 0;
const SENT = 1;
const DUE = 2;
const FAILED = 3;

let isWatching = false;
/** The visitor's decision, which overrides the page's settings. */
let choice: boolean | undefined;
/** The latest `aff` seen on this page, encoded, and the address that had it. */
let aff = '';
let affiliateUrl = '';
/** The `aff` of the stored click, and how many earlier pages have tried to report the latest one. */
let heldAff = '';
let tries = 0;
/** What `svc_aff` held when the latest `aff` was seen. */
let heldThen = '';
/** The state of its click, and the pending report. */
let state: number = DONE;
let reported: Promise<void> | undefined;
let isLeaving = false;
let seen: Promise<unknown> | undefined;

/**
 * Starts tracking: reports a click when the address has an `aff` that is not in the cookies yet, now and after each
 * client-side navigation, and stores its id. Resolves when the click is recorded or has failed; never rejects. Does
 * nothing on a server.
 */
export async function init(options: InitOptions): Promise<void> {
  if (typeof document !== 'object') return;
  Object.assign(settings, options);
  const hidden = shown();
  if (hidden) await hidden;
  if (!isWatching) watch();
  act();
  return reported;
}

/**
 * Reports that the visitor signed up; repeating it changes nothing. Waits for a pending click, and retries a failed one once, so
 * that the lead is attributed to it. Never rejects.
 *
 * @param customerKey your own stable id for the customer, the same as in sales
 * @param email improves attribution
 */
export async function signup(customerKey: string, email?: string | null): Promise<SignupResult> {
  // Child components run before their parents: this lets an `init` in the same tick run first.
  await shown();
  await reported;
  if (isOvertaken()) state = DONE;
  // The cause of the failure may be gone, and nothing else on this page retries the click.
  if (customerKey && state === FAILED && !isLeaving && !whyNot()) reported = report(aff);
  await reported;
  const obstacle = customerKey
    ? whyNot() || (state && isLeaving ? 'the page was left before its click was recorded' : '')
    : 'customerKey is required';
  if (obstacle) return { ok: false, error: obstacle };
  const { status, error, code } = await send('/api/v1/track/lead', {
    click_id: getClickId(),
    customer_key: customerKey,
    email,
    // Identifies the program if there is no click, or it has expired.
    program_id: settings.programId,
  });
  const ok = status === 200 || code === ALREADY_RECORDED;
  return { ok, status, error: ok ? undefined : error };
}

/** The click id from the cookie; null if there is none. */
export function getClickId(): string | null {
  return readCookie(CLICK_ID) || null;
}

/** What is known about this visitor. */
export function getData(): VisitorData {
  const clickId = getClickId();
  return {
    clickId,
    programId: settings.programId || null,
    hasAttribution: !!clickId,
    affiliateUrl: affiliateUrl || null,
  };
}

/**
 * Applies the visitor's decision. `true` reports the click that was held back; `false` removes the cookies, and nothing more is
 * stored or sent. Global Privacy Control overrides both. The decision itself is not stored: call this on every page. Resolves
 * as `init` does, and never rejects.
 */
export async function consent(isGiven: boolean): Promise<void> {
  choice = isGiven;
  if (isWatching) act();
  return reported;
}

/** Why nothing may be stored or sent; empty if it may. */
function whyNot(): string {
  return log(
    !isWatching ? 'init was not called' : (choice ?? settings.consent) === false ? 'no consent' : '',
  );
}

/** A prerendered page is not a visit: resolves when the visitor sees it. Undefined if the page is not prerendered. */
function shown(): Promise<unknown> | undefined {
  if (typeof document !== 'object' || !document.prerendering) return;
  // One promise for all callers keeps their order.
  seen ??= new Promise((resolve) => document.addEventListener('prerenderingchange', resolve));
  return seen;
}

/** Follows client-side navigation, and the end of the page. */
function watch(): void {
  isWatching = true;
  for (const name of ['pushState', 'replaceState'] as const) {
    const original = history[name];
    history[name] = (...given) => {
      original.apply(history, given);
      lookAtAddress();
    };
  }
  addEventListener('popstate', lookAtAddress);
  addEventListener('pageshow', () => {
    isLeaving = false;
  });
  // A page that ends before its click is recorded cannot store the id. It leaves a note so that the next page retries.
  addEventListener('pagehide', () => {
    isLeaving = true;
    if (!state || whyNot() || isOvertaken()) return;
    if (++tries < MAX_TRIES) writeCookie(AFF, `${':'.repeat(tries)}${aff}:${heldAff}`, UNFINISHED_SECONDS);
    else restore();
  });
  // Navigation that bypasses `history`. Not every browser has it, and a page may use the name for something else.
  try {
    window.navigation.addEventListener('currententrychange', lookAtAddress);
  } catch {}
}

/** Applies settings and decisions. */
function act(): void {
  if (navigator.globalPrivacyControl) choice = false;
  if (choice === false) {
    for (const name of [CLICK_ID, AFF]) writeCookie(name, '', 0);
    // After renewed consent, the address counts as new.
    aff = '';
    heldAff = '';
    state = DONE;
  }
  lookAtAddress();
}

/** Whether another tab or a later page has recorded a newer click. */
function isOvertaken(): boolean {
  const held = readCookie(AFF);
  return !['', heldAff, heldThen].includes(held) && !isNoted();
}

/** Whether the note belongs to the latest `aff`. */
function isNoted(): boolean {
  return UNFINISHED.exec(readCookie(AFF))?.[2] === aff;
}

/** Restores the previous `aff`, because the latest will not be recorded. */
function restore(): void {
  if (isNoted()) writeCookie(AFF, heldAff, heldAff ? RESTORED_SECONDS : 0);
}

/** The value of `aff` in an address, encoded; empty if there is none. */
function affIn(address: string): string {
  return encodeURIComponent(new URL(address, location.href).searchParams.get('aff') || '');
}

/** Reports, if allowed, an `aff` that is new on this page or that an earlier page could not report. */
function lookAtAddress(): void {
  const held = readCookie(AFF);
  const [, marks = '', noted = '', heldBefore = held] = UNFINISHED.exec(held) ?? [];
  let address = location.href;
  let given = affIn(address);
  // By the time this runs, an application may have replaced the address that the visitor arrived at.
  if (!given && !affiliateUrl) {
    try {
      address = performance.getEntriesByType('navigation')[0]?.name ?? address;
      given = affIn(address);
    } catch {}
  }
  const arrived = given || (aff ? '' : noted);
  if (arrived && arrived !== aff) {
    aff = arrived;
    heldAff = heldBefore;
    heldThen = held;
    tries = arrived === noted ? marks.length : 0;
    // The fragment is not needed, and the service refuses addresses that are too long.
    affiliateUrl = address.replace(/#.*/, '');
    if (!given || affiliateUrl.length > MAX_URL_LENGTH) affiliateUrl = `${location.origin}/?aff=${aff}`;
    state = marks || aff !== heldAff || !getClickId() ? DUE : DONE;
  }
  if (state === DUE && !whyNot()) reported = report(aff);
}

/** Reports a click. Attribution is last-touch: each recorded click replaces the previous one. */
async function report(reportedAff: string): Promise<void> {
  state = SENT;
  const { status, click_id, cookie_window_days } = await send('/track/click', {
    affiliate_url: affiliateUrl,
    referrer: document.referrer,
  });
  // A newer click has happened, or consent was withdrawn.
  if (aff !== reportedAff || whyNot()) return;
  if (click_id) {
    const seconds = cookie_window_days * DAY_SECONDS;
    writeCookie(CLICK_ID, encodeURIComponent(click_id), seconds);
    writeCookie(AFF, reportedAff, seconds);
    heldAff = reportedAff;
    state = DONE;
  } else if (status && status < 429) {
    restore();
    state = DONE;
  } else {
    state = FAILED;
  }
  // After no response, 429 or a server error, the next page or a signup retries. This page does not retry by itself, because
  // some pages change their address many times a second.
}
