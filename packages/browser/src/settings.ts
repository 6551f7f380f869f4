/** How to set up the tracker. */
export interface InitOptions {
  /** The program that visitors are tracked for. */
  programId: number;
  /** Address of the service, such as `https://svc.example`. Default: where `svc-tracker.js` came from, else the page's origin. */
  baseUrl?: string | undefined;
  /** Domain of the cookies. Default: the widest one that the browser allows, such as `shop.example`. */
  cookieDomain?: string | undefined;
  /**
   * Parameters of the address that hold the link where it has no `aff`, such as `['via', 'ref']`; the first that is there counts.
   * The program has to name them, too.
   */
  parameters?: readonly string[] | undefined;
  /** Logs to the console. Default: false, nothing is ever printed. */
  debug?: boolean | undefined;
  /** `false`: nothing is stored or sent until `consent(true)`. */
  consent?: boolean | undefined;
}

/** The settings of the page; a later `init` changes only the fields it names. */
export const settings: Partial<InitOptions> = {};

/** Logs a text if `debug` is on, and returns it. */
export const log = <What>(what: What): What => {
  if (settings.debug && what) console.log('[svc]', what);
  return what;
};
