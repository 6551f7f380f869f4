import { AFF, CLICK_ID, readCookie, writeCookie } from './cookies.js';
import { send } from './send.js';
import { type InitOptions, log, settings } from './settings.js';

export type { InitOptions } from './settings.js';

/** What became of a signup. */
export interface SignupResult {
  /** The lead is recorded, now or earlier. */
  ok: boolean;
  /** The HTTP status; 0 when the service did not answer. Absent when nothing was sent. */
  status?: number;
  /** Why not, when not `ok`. */
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
 * What `svc_aff` holds while a click is unfinished: a colon for each page that has tried, the value, and behind another colon the
 * value of the click that is held meanwhile. Values themselves have it encoded.
 */
const UNFINISHED = /^(:+)([^:]*):?(.*)/;
const UNFINISHED_SECONDS = 3_600;
const MAX_TRIES = 10;
const DAY_SECONDS = 86_400;
/** How long a value that takes its place again is remembered: nobody knows any more when it was to end. */
const RESTORED_SECONDS = 30 * DAY_SECONDS;
const MAX_URL_LENGTH = 2_048;
/** How the refusal of a lead begins that was recorded before; no other one does. */
const ALREADY_RECORDED = 'Customer status ';

/** Nothing is to be reported (any more); the click is under way; it waits for permission; nobody could say that it is recorded. */
const DONE = 0;
const SENT = 1;
const DUE = 2;
const FAILED = 3;

let isWatching = false;
/** What the visitor decided, which outweighs how the page was set up. */
let choice: boolean | undefined;
/** The latest `aff` seen on this page, encoded, and the address that had it. */
let aff = '';
let affiliateUrl = '';
/** The value whose click is held, and how many pages before this one have tried to report the latest. */
let heldAff = '';
let tries = 0;
/** What `svc_aff` held when the latest was seen. */
let heldThen = '';
/** Where its click stands, and the end of the report that is under way. */
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
 * Reports that the visitor signed up; repeating it changes nothing. A click under way is waited for, and one that failed is
 * reported once more, so that the lead is attributed to it. Never rejects.
 *
 * @param customerKey your own stable id of the customer, the same that sales are reported with
 * @param email improves attribution
 */
export async function signup(customerKey: string, email?: string | null): Promise<SignupResult> {
  // Child components run before their parents: an `init` that follows in the same breath still counts.
  await shown();
  await reported;
  if (isOvertaken()) state = DONE;
  // What kept the click from being recorded may be over, and on this page nobody else tries again.
  if (customerKey && state === FAILED && !isLeaving && !whyNot()) reported = report(aff);
  await reported;
  const obstacle = customerKey
    ? whyNot() || (state && isLeaving ? 'the page was left before its click was recorded' : '')
    : 'customerKey is required';
  if (obstacle) return { ok: false, error: obstacle };
  const { status, error } = await send('/api/v1/track/lead', {
    click_id: getClickId(),
    customer_key: customerKey,
    email,
    // Says whose lead it is when there is no click, or one too old to count.
    program_id: settings.programId,
  });
  const ok = status === 200 || `${error}`.startsWith(ALREADY_RECORDED);
  return { ok, status, error: ok ? undefined : error };
}

/** The id of the click that brought this visitor, from the cookie; null when there is none. */
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
 * Tells what the visitor decided. `true` reports the click that was held back; `false` removes the cookies, and nothing
 * is stored or sent any more. Global Privacy Control outweighs both. The decision itself is not stored: tell it on
 * every page. Resolves as `init` does, and never rejects.
 */
export async function consent(isGiven: boolean): Promise<void> {
  choice = isGiven;
  if (isWatching) act();
  return reported;
}

/** Why nothing may be stored or sent; empty when it may. */
function whyNot(): string {
  return log(
    !isWatching ? 'init was not called' : (choice ?? settings.consent) === false ? 'no consent' : '',
  );
}

/** A page that a browser makes ready before anybody asked for it is no visit: until when, if nobody sees it so far. */
function shown(): Promise<unknown> | undefined {
  if (typeof document !== 'object' || !document.prerendering) return;
  // One for all, so that they go on in their order.
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
  // A page that is left before its click is answered can store no id: it leaves a note for the next one to try again.
  addEventListener('pagehide', () => {
    isLeaving = true;
    if (!state || whyNot() || isOvertaken()) return;
    if (++tries < MAX_TRIES) writeCookie(AFF, `${':'.repeat(tries)}${aff}:${heldAff}`, UNFINISHED_SECONDS);
    else restore();
  });
  // What goes past `history`. Not every browser has it, and a page may have something else of that name.
  try {
    window.navigation.addEventListener('currententrychange', lookAtAddress);
  } catch {}
}

/** Does what setup and decisions ask for. */
function act(): void {
  if (navigator.globalPrivacyControl) choice = false;
  if (choice === false) {
    for (const name of [CLICK_ID, AFF]) writeCookie(name, '', 0);
    // The address counts as not yet seen, should there be consent again.
    aff = '';
    heldAff = '';
    state = DONE;
  }
  lookAtAddress();
}

/** Another tab, or a page after this one, has recorded a click since this one saw its own. */
function isOvertaken(): boolean {
  const held = readCookie(AFF);
  return !['', heldAff, heldThen].includes(held) && !isNoted();
}

/** Whether the note is of the latest `aff`. */
function isNoted(): boolean {
  return UNFINISHED.exec(readCookie(AFF))?.[2] === aff;
}

/** The latest `aff` will not be recorded: what is held is the one before. */
function restore(): void {
  if (isNoted()) writeCookie(AFF, heldAff, heldAff ? RESTORED_SECONDS : 0);
}

/** The value of `aff` in an address, encoded; empty when there is none. */
function affIn(address: string): string {
  return encodeURIComponent(new URL(address, location.href).searchParams.get('aff') || '');
}

/** Notices an `aff` that is new on this page, or one that an earlier page could not finish, and reports it if it may. */
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
    // What is after the # is no business of ours. The service takes no address that is too long.
    affiliateUrl = address.replace(/#.*/, '');
    if (!given || affiliateUrl.length > MAX_URL_LENGTH) affiliateUrl = `${location.origin}/?aff=${aff}`;
    state = marks || aff !== heldAff || !getClickId() ? DUE : DONE;
  }
  if (state === DUE && !whyNot()) reported = report(aff);
}

/** Last touch: each recorded click takes the place of the one before. */
async function report(reportedAff: string): Promise<void> {
  state = SENT;
  const { status, click_id, cookie_window_days } = await send('/track/click', {
    affiliate_url: affiliateUrl,
    referrer: document.referrer,
  });
  // Meanwhile there was a newer click, or consent was withdrawn.
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
  // Without an answer, after too many requests and when the service is at fault, the next page tries again, or a signup. This
  // page by itself does not: some change their address many times a second.
}
