/** How to set up the tracker. */
export interface InitOptions {
  /** The program that visitors are tracked for. */
  programId: number;
  /** Where the service is, such as `https://svc.example`. `svc-tracker.js` knows it; by default the page's own origin. */
  baseUrl?: string | undefined;
  /** The domain that the cookies are set on; by default the widest one that the browser allows, such as `shop.example`. */
  cookieDomain?: string | undefined;
  /** Prints to the console what is done. Otherwise nothing is ever printed. */
  debug?: boolean | undefined;
  /** `false`: nothing is stored or sent until `consent(true)`. */
  consent?: boolean | undefined;
}

/** What the page asked for; a later `init` changes what it names. */
export const settings: Partial<InitOptions> = {};

/** Prints what is done where that was asked for, and gives it back. */
export function log<What>(what: What): What {
  if (settings.debug && what) console.log('[svc]', what);
  return what;
}
