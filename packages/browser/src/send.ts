import { log, settings } from './settings.js';

const GIVE_UP_AFTER_MS = 10_000;

/** What came back; status 0: nothing did, or nothing that this page can read. */
export interface Answer {
  status: number;
  error?: string;
  click_id?: string;
  /** Comes with the click id. */
  cookie_window_days: number;
}

/**
 * Posts JSON so that it arrives even if the page is left meanwhile. As text, which needs no preflight: one request
 * instead of two, and no wait. Never rejects.
 */
export async function send(path: string, content: object): Promise<Answer> {
  try {
    const url = `${settings.baseUrl || ''}`.replace(/\/$/, '') + path;
    let body = JSON.stringify(content);
    // Firefox learned `keepalive` in 2024. Before that, what is unanswered when the page ends is sent once more.
    if (!('keepalive' in Request.prototype)) {
      addEventListener('pagehide', () => body && navigator.sendBeacon(url, body));
    }
    const response = await fetch(url, {
      method: 'POST',
      body,
      keepalive: true,
      // Where this is missing, in older browsers, only the browser itself gives up.
      signal: AbortSignal.timeout?.(GIVE_UP_AFTER_MS),
    });
    body = '';
    return log({ ...(await response.json()), status: response.status });
  } catch (error) {
    return log({ status: 0, error: String(error) } as Answer);
  }
}
