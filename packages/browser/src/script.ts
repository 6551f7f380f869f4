import { consent, getClickId, getData, init, signup } from './index.js';
import { type InitOptions, log, settings } from './settings.js';

/** A call made before this script had loaded, with the resolver of its promise. */
type Call = [name: 'init' | 'signup' | 'consent', given: unknown[], done: (result: unknown) => void];

/** The `svc` from the README snippet, until this script has loaded. */
interface Stub {
  q?: Pick<Call[], 'forEach'>;
  getData?: unknown;
}

// biome-ignore lint/suspicious/noAssignInExpressions: two statements make the script larger.
const svc: Stub = ((window as { svc?: Stub }).svc = (window as { svc?: Stub }).svc || {});

// A page may include the script twice.
if (!svc.getData) {
  const { src, dataset = {} } = (document.currentScript || {}) as Partial<HTMLScriptElement>;
  Object.assign(settings, {
    // The script is at {baseUrl}/js/svc-tracker.js.
    baseUrl: src && new URL('..', src),
    programId: +(dataset.svcProgramId as string),
    cookieDomain: dataset.svcCookieDomain || undefined,
    parameters: dataset.svcParameters?.split(/[ ,]+/),
    consent: dataset.svcConsent !== 'false',
    debug: dataset.svcDebug !== 'false' && dataset.svcDebug != null,
  });
  const api = {
    init,
    signup,
    getData,
    getClickId,
    consent,
    q: {
      push: ([name, given, done]: Call) => done((api[name] as (...given: unknown[]) => unknown)(...given)),
    },
  };
  // The object and its queue keep working, because a page may hold a reference to a stub.
  svc.q?.forEach(api.q.push);
  Object.assign(svc, api);
  // After a queued `init` this changes nothing.
  if (settings.programId) init(settings as InitOptions);
  else log('no programId');
}
