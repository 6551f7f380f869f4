import { AFTER_NAME, BEFORE_NAME } from '@svc/core/referral-pattern';
import { CLICK_ID, readCookie, writeCookie } from './cookies.js';
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

/** Lifetime of a note about a click that is not recorded yet: an hour. */
const UNFINISHED_SECONDS = 3_600;
const MAX_TRIES = 10;
const DAY_SECONDS = 86_400;
const MAX_URL_LENGTH = 2_048;

/** States of a click: nothing to report; sent; not sent yet; failed. */
const DONE = 0;
const SENT = 1;
const DUE = 2;
const FAILED = 3;

/** Why nothing may be stored or sent; false if it may. */
let obstacle: string | false = 'init was not called';
/** The visitor's decision, which overrides the page's settings. */
let refusal: string | false | undefined;
/** The latest `aff` seen on this page, encoded, and the address that had it. */
let aff = '';
let affiliateUrl: string | undefined;
/** What a redirect link added to that address: `&svc_click_id=` with the id of the click it recorded; empty if none did. */
let redirectPart: string;
/** The `aff` of the stored click, and an empty text for each earlier page that has tried to report the latest one. */
let heldAff: string;
let tries: string[];
/** What `svc_aff` held when the latest `aff` was seen. */
let heldThen: string;
/** The state of its click, and the pending report. */
let state: number = DONE;
let reported: Promise<void> | undefined;
let isLeaving: 0 | 1 | undefined;
/** The address looked at last. */
let address: string;
/** A prerendered page is not a visit: resolves when the visitor sees it. One promise for all callers keeps their order. */
const shown =
  globalThis.document?.prerendering &&
  new Promise((resolve) => document.addEventListener('prerenderingchange', resolve));

/** The click id stored last, for where no cookie can be. */
let kept: string | undefined;

/** Stores the latest `aff` with the id of its click. */
const store = (clickId: string, seconds?: number): void => {
  // biome-ignore lint/suspicious/noAssignInExpressions: further statements make the script larger.
  writeCookie((kept = clickId), seconds, CLICK_ID);
  // biome-ignore lint/suspicious/noAssignInExpressions: as above.
  writeCookie((heldAff = aff), seconds);
  state = DONE;
};

/**
 * Whether `svc_aff` holds a note about the latest `aff`: a colon for each page that has tried to report its click, the `aff`, another colon, and
 * the `aff` of the stored click. Colons within the values are encoded.
 */
const isNoted = (): boolean => readCookie().includes(`:${aff}:`);

/** Gives up the click if another tab or a later page has recorded a newer one. */
const checkOvertaken = (): void => {
  if (!(['', heldAff, heldThen].includes(readCookie()) || isNoted())) state = DONE;
};

/** Reports the click, if allowed. Attribution is last-touch: each recorded click replaces the previous one. */
const report = (reportedAff = aff): void => {
  if (obstacle) return;
  state = SENT;
  // It is recorded already, so its id is stored at once: what blocks requests does not lose it.
  if (redirectPart) {
    store(redirectPart.split('=')[1] as string);
    // Who copies the address does not pass on this visit.
    history.replaceState(history.state, '', location.href.replace(redirectPart, ''));
  }
  reported = send('/track/click', {
    referrer: document.referrer,
    affiliate_url: affiliateUrl,
  }).then(({ click_id, cookie_window_days, status }) => {
    // A newer click has happened, or consent was withdrawn.
    if (obstacle || aff !== reportedAff) return;
    // After no response, 429 or a server error, the next page or a signup retries. This page does not retry by itself, because
    // some pages change their address many times a second.
    if (!redirectPart) state = status && status < 429 ? DONE : FAILED;
    if (click_id) store(click_id, cookie_window_days * DAY_SECONDS);
    // The latest will not be recorded.
    else if (!state && isNoted()) writeCookie(heldAff);
  });
};

/** The value of `aff` in an address, or of another parameter that the page names, encoded; empty if there is none. */
const affIn = (url: string): string => {
  address = url;
  return (
    ['aff', ...(settings.parameters || [])]
      .map((name) => url.match(RegExp(`(${BEFORE_NAME}|^[^?]*%3F)${name}(=|%3D)${AFTER_NAME}`, 'i'))?.[3])
      .find((text) => text) || ''
  );
};

/** Reports an `aff` that is new on this page or that an earlier page could not report. */
const lookAtAddress = (): void => {
  const held = readCookie();
  const [heldBefore, noted, ...marks] = held.split(':').reverse() as [string, ...string[]];
  let given = affIn(location.href);
  // By the time this runs, an application may have replaced the address that the visitor arrived at.
  if (!given && !affiliateUrl) {
    try {
      given = affIn((performance.getEntriesByType('navigation')[0] as PerformanceEntry).name);
    } catch {}
  }
  const arrived = given || aff || noted;
  const [added] = address.match(/&svc_click_id=\w+/) || [''];
  if (arrived && (arrived !== aff || (added && added !== redirectPart))) {
    aff = arrived;
    redirectPart = added;
    heldAff = heldBefore;
    heldThen = held;
    tries = arrived === noted ? marks : [];
    // The fragment is not needed, and the service refuses addresses that are too long.
    affiliateUrl = address.split('#')[0] as string;
    if (!affIn(affiliateUrl) || affiliateUrl[MAX_URL_LENGTH])
      affiliateUrl = `${location.origin}/?aff=${aff}${added}`;
    state = noted || added || aff !== heldAff || !getClickId() ? DUE : DONE;
  }
  if (state === DUE) report();
};

/**
 * Starts tracking: reports a click when the address has an `aff` that is not in the cookies yet, now and after each
 * client-side navigation, and stores its id. Resolves when the click is recorded or has failed; never rejects. Does
 * nothing on a server.
 */
export const init = async (options: InitOptions): Promise<void> => {
  if (!globalThis.document) return;
  Object.assign(settings, options);
  if (shown) await shown;
  if (!address) {
    // Client-side navigation.
    // biome-ignore lint/suspicious/useIterableCallbackReturn: a loop makes the script larger.
    (['replaceState', 'pushState'] as const).map((name) => {
      const original = history[name];
      history[name] = (...given) => {
        original.apply(history, given);
        lookAtAddress();
      };
    });
    addEventListener('pageshow', () => {
      isLeaving = 0;
    });
    addEventListener('popstate', lookAtAddress);
    // A page that ends before its click is recorded cannot store the id. It leaves a note so that the next page retries.
    addEventListener('pagehide', () => {
      isLeaving = 1;
      checkOvertaken();
      if (!state || obstacle) return;
      if (tries.push('') < MAX_TRIES) writeCookie([...tries, aff, heldAff].join(':'), UNFINISHED_SECONDS);
      else if (isNoted()) writeCookie(heldAff);
    });
    // Navigation that bypasses `history`. Not every browser has it, and a page may use the name for something else.
    try {
      window.navigation.addEventListener('currententrychange', lookAtAddress);
    } catch {}
  }
  if (navigator.globalPrivacyControl) refusal = 'Global Privacy Control';
  obstacle = log(refusal ?? (settings.consent === false && 'no consent'));
  // After renewed consent, the address counts as new.
  // biome-ignore lint/suspicious/noAssignInExpressions: two statements make the script larger.
  if (refusal) store((aff = ''));
  lookAtAddress();
  return reported;
};

/**
 * Applies the visitor's decision. `true` reports the click that was held back; `false` removes the cookies, and nothing more is
 * stored or sent. Global Privacy Control overrides both. The decision itself is not stored: call this on every page. Resolves
 * as `init` does, and never rejects.
 */
export const consent = async (isGiven: boolean): Promise<void> => {
  refusal = !isGiven && 'no consent';
  if (address) return init(settings as InitOptions);
};

/**
 * Reports that the visitor signed up; repeating it changes nothing. Waits for a pending click, and retries a failed one once, so
 * that the lead is attributed to it. Never rejects.
 *
 * @param customerKey your own stable id for the customer, the same as in sales
 * @param email improves attribution
 */
export const signup = async (customerKey: string, email?: string | null): Promise<SignupResult> => {
  // Child components run before their parents: this lets an `init` in the same tick run first.
  await shown;
  await reported;
  checkOvertaken();
  // The cause of the failure may be gone, and nothing else on this page retries the click.
  if (customerKey && state === FAILED && !isLeaving) report();
  await reported;
  const reason = log(
    customerKey ? obstacle || (state && isLeaving && 'the page was left') : 'customerKey is required',
  );
  if (reason) return { ok: false, error: reason };
  const { ok, status, error } = await send('/api/v1/track/lead', {
    click_id: getClickId(),
    customer_key: customerKey,
    email,
    // Identifies the program if there is no click, or it has expired.
    program_id: settings.programId,
  });
  return ok ? { ok, status } : { ok, status, error };
};

/** The click id from the cookie, or of this page where no cookie can be stored; null if there is none. */
export const getClickId = (): string | null => readCookie(CLICK_ID) || kept || null;

/** What is known about this visitor. */
export const getData = (): VisitorData => {
  return {
    clickId: getClickId(),
    hasAttribution: !!getClickId(),
    programId: settings.programId || null,
    affiliateUrl: affiliateUrl || null,
  };
};
