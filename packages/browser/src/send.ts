import { log, settings } from './settings.js';

const GIVE_UP_AFTER_MS = 10_000;
/** The error code for a lead that is already recorded. */
const ALREADY_RECORDED = 'status_not_visitor';

/** The response. */
export interface Answer {
  /** Whether what was sent is recorded, now or earlier. */
  ok: boolean;
  /** 0: there was no response, or none that this page can read. */
  status: number;
  error?: string;
  click_id?: string;
  /** Comes with the click id. */
  cookie_window_days: number;
}

/**
 * Posts JSON so that it arrives even if the visitor leaves the page. It is sent as text, which needs no preflight request. Never
 * rejects.
 */
export const send = async (path: string, content: object): Promise<Answer> => {
  try {
    const url = `${settings.baseUrl || ''}`.replace(/\/?$/, path);
    let body = JSON.stringify(content);
    // Firefox supports `keepalive` since 2024. In older versions, the next page reports an unanswered click again.
    if (!('keepalive' in Request.prototype)) {
      addEventListener('pagehide', () => {
        body && navigator.sendBeacon(url, body);
      });
    }
    const response = await fetch(url, {
      body,
      keepalive: true,
      method: 'POST',
      // Older browsers do not have this, and use their own time limit.
      signal: AbortSignal.timeout?.(GIVE_UP_AFTER_MS),
    });
    body = '';
    return log({
      ...(await response.json()),
      ok: response.ok || response.headers.get('svc-error-code') === ALREADY_RECORDED,
      status: response.status,
    });
  } catch (error) {
    return log({ status: 0, ok: false, error: `${error}` } as Answer);
  }
};
