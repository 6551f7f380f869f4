import { log, settings } from './settings.js';

const GIVE_UP_AFTER_MS = 10_000;

/** The response; status 0: there was none, or none that this page can read. */
export interface Answer {
  status: number;
  error?: string;
  /** The code of the error; null where the service sent none. */
  code?: string | null;
  click_id?: string;
  /** Comes with the click id. */
  cookie_window_days: number;
}

/**
 * Posts JSON so that it arrives even if the visitor leaves the page. It is sent as text, which needs no preflight request. Never
 * rejects.
 */
export async function send(path: string, content: object): Promise<Answer> {
  try {
    const url = `${settings.baseUrl || ''}`.replace(/\/$/, '') + path;
    let body = JSON.stringify(content);
    // Firefox supports `keepalive` since 2024. In older versions, the next page reports an unanswered click again.
    if (!('keepalive' in Request.prototype)) {
      addEventListener('pagehide', () => body && navigator.sendBeacon(url, body));
    }
    const response = await fetch(url, {
      method: 'POST',
      body,
      keepalive: true,
      // Older browsers do not have this, and use their own time limit.
      signal: AbortSignal.timeout?.(GIVE_UP_AFTER_MS),
    });
    body = '';
    const code = response.headers.get('svc-error-code');
    return log({ ...(await response.json()), code, status: response.status });
  } catch (error) {
    return log({ status: 0, error: `${error}` } as Answer);
  }
}
