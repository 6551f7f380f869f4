import { consent, getClickId, getData, type InitOptions, init, signup } from './index.js';

/** A call made before this script had loaded, and who waits for what it returns. */
type Call = [name: 'init' | 'signup' | 'consent', given: unknown[], done: (result: unknown) => void];

/** What the snippet of the README makes of `svc` until this script has loaded. */
interface Stub {
  q?: Pick<Call[], 'forEach'>;
  getData?: unknown;
}

const page = window as { svc?: Stub };
const svc = page.svc ?? {};
page.svc = svc;

// A page may carry the script twice.
if (!svc.getData) {
  const { src, dataset = {} } = (document.currentScript ?? {}) as Partial<HTMLScriptElement>;
  const defaults = {
    // The script is at {baseUrl}/js/svc-tracker.js.
    baseUrl: src && new URL('..', src).href,
    programId: Number(dataset.svcProgramId),
    cookieDomain: dataset.svcCookieDomain,
    debug: (dataset.svcDebug ?? 'false') !== 'false',
    consent: dataset.svcConsent !== 'false',
  };
  const api = {
    init: (options: InitOptions) => init({ ...defaults, ...options }),
    signup,
    getClickId,
    getData,
    consent,
  };
  const run = ([name, given, done]: Call) => done((api[name] as (...given: unknown[]) => unknown)(...given));
  const { q: calls } = svc;
  // The object stays the same one, and its queue goes on taking calls, for those who have kept a stub.
  Object.assign(svc, api, { q: { push: run } });
  calls?.forEach(run);
  if (defaults.programId && !getData().programId) init(defaults);
}
