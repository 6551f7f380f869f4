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

/** Comes before the value of `svc_aff` while its click is unfinished; values themselves have it encoded. */
const UNFINISHED = ':';
const UNFINISHED_SECONDS = 3_600;
const DAY_SECONDS = 86_400;
const MAX_URL_LENGTH = 2_048;
/** How the refusal of a lead begins that was recorded before; no other one does. */
const ALREADY_RECORDED = 'Customer status ';

/** Nothing is to be reported (any more); the click was sent, without an answer so far; it waits for permission. */
const DONE = 0;
const SENT = 1;
const DUE = 2;

let isWatching = false;
/** What the visitor decided, which outweighs how the page was set up. */
let choice: boolean | undefined;
/** The latest `aff` seen on this page, encoded, and the address that had it. */
let aff = '';
let affiliateUrl = '';
/** Where its click stands, and the end of the report that is under way. */
let state: number = DONE;
let reported: Promise<void> | undefined;

/**
 * Starts tracking: reports a click when the address has an `aff` that is not in the cookies yet, now and after each
 * client-side navigation, and stores its id. Resolves when the click is recorded or has failed; never rejects. Does
 * nothing on a server.
 */
export async function init(options: InitOptions): Promise<void> {
  if (typeof document !== 'object') return;
  Object.assign(settings, options);
  if (!isWatching) watch();
  act();
  return reported;
}

/**
 * Reports that the visitor signed up; repeating it changes nothing. A click under way is waited for, so that the lead
 * is attributed to it. Never rejects.
 *
 * @param customerKey your own stable id of the customer, the same that sales are reported with
 * @param email improves attribution
 */
export async function signup(customerKey: string, email?: string | null): Promise<SignupResult> {
  // Child components run before their parents: an `init` that follows in the same breath still counts.
  await null;
  await reported;
  const obstacle = customerKey ? whyNot() : 'customerKey is required';
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
  // A page that is left before its click is answered can store no id: it leaves a note for the next one to try again.
  addEventListener('pagehide', () => {
    if (state && !whyNot()) writeCookie(AFF, UNFINISHED + aff, UNFINISHED_SECONDS);
  });
}

/** Does what setup and decisions ask for. */
function act(): void {
  if (navigator.globalPrivacyControl) choice = false;
  if (choice === false) {
    for (const name of [CLICK_ID, AFF]) writeCookie(name, '', 0);
    // The address counts as not yet seen, should there be consent again.
    aff = '';
    state = DONE;
  }
  lookAtAddress();
}

/** Notices an `aff` that is new on this page, or one that an earlier page could not finish, and reports it if it may. */
function lookAtAddress(): void {
  const held = readCookie(AFF);
  const given = encodeURIComponent(new URLSearchParams(location.search).get('aff') || '');
  const arrived = given || (!aff && held[0] === UNFINISHED ? held.slice(1) : '');
  if (arrived && arrived !== aff) {
    aff = arrived;
    // What is after the # is no business of ours. The service takes no address that is too long.
    affiliateUrl = location.href.replace(/#.*/, '');
    if (!given || affiliateUrl.length > MAX_URL_LENGTH) affiliateUrl = `${location.origin}/?aff=${aff}`;
    state = aff !== held || !getClickId() ? DUE : DONE;
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
  // Without an answer, after too many requests and when the service is at fault, the next page tries again. This one does
  // not: some pages change their address many times a second.
  if (status && status < 429) state = DONE;
  if (click_id) {
    const seconds = cookie_window_days * DAY_SECONDS;
    writeCookie(CLICK_ID, encodeURIComponent(click_id), seconds);
    writeCookie(AFF, reportedAff, seconds);
  }
}
