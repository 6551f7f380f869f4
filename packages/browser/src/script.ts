import { consent, getClickId, getData, type InitOptions, init, signup } from './index.js';

/** A call made before this script had loaded, with the resolver of its promise. */
type Call = [name: 'init' | 'signup' | 'consent', given: unknown[], done: (result: unknown) => void];

/** The `svc` from the README snippet, until this script has loaded. */
interface Stub {
  q?: Pick<Call[], 'forEach'>;
  getData?: unknown;
}

const page = window as { svc?: Stub };
const svc = page.svc ?? {};
page.svc = svc;

// A page may include the script twice.
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
  const callApi = ([name, given, done]: Call) =>
    done((api[name] as (...given: unknown[]) => unknown)(...given));
  const { q: calls } = svc;
  // The object and its queue keep working, because a page may hold a reference to a stub.
  Object.assign(svc, api, { q: { push: callApi } });
  calls?.forEach(callApi);
  if (defaults.programId && !getData().programId) init(defaults);
}
