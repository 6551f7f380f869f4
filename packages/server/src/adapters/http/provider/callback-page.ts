import { escapeHtml } from '../../../escape-html.js';
import type { CallbackResult } from '../../../payments/complete-connect-session.js';

interface Text {
  readonly status: number;
  readonly title: string;
  readonly text: string;
}

const TEXTS: Readonly<Record<Exclude<CallbackResult['kind'], 'connected' | 'other_session'>, Text>> = {
  declined: {
    status: 200,
    title: 'Not connected',
    text: 'Access was not granted. Nothing has been connected.',
  },
  expired: {
    status: 400,
    title: 'This link is no longer valid',
    text: 'It was used before, or it is too old. Start to connect again.',
  },
  permission_missing: {
    status: 403,
    title: 'Not connected',
    text: 'The person or API key that started this may no longer connect accounts. Nothing has been connected.',
  },
  account_taken: {
    status: 409,
    title: 'Already connected',
    text: 'This account is connected to another workspace. Disconnect it there first.',
  },
  already_connected: {
    status: 409,
    title: 'Not connected',
    text: 'The workspace is connected to an account already. Replace it in the dashboard. Nothing has been changed.',
  },
  not_confirmed: {
    status: 502,
    title: 'Not connected',
    text: 'The card processor did not confirm the connection. Start to connect again.',
  },
};

/** The page at which a person ends up after the processor's. `baseUrl`: where to sign in. */
export function callbackPage(
  result: CallbackResult,
  baseUrl: string,
): { readonly status: number; readonly html: string } {
  const { status, title, text } = callbackText(result, baseUrl);
  return { status, html: pageOf(escapeHtml(title), escapeHtml(text)) };
}

function callbackText(result: CallbackResult, baseUrl: string): Text {
  switch (result.kind) {
    case 'connected':
      return {
        status: 200,
        title: 'Connected',
        text:
          `Your account is connected. Its payments count for the workspace ${result.workspaceName}. ` +
          'If you do not know that workspace, take the permission back in the settings of your account. ' +
          'You can close this page and go on where you came from.',
      };
    case 'other_session':
      return {
        status: 403,
        title: 'Not connected',
        text:
          'This connection was started in another browser session, or you have signed out since. ' +
          `Sign in at ${baseUrl} and start to connect there. Nothing has been changed.`,
      };
    default:
      return TEXTS[result.kind];
  }
}

function pageOf(title: string, text: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>body{font:1.1rem/1.5 system-ui,sans-serif;max-width:32rem;margin:20vh auto;padding:0 1rem}</style>
</head><body><h1>${title}</h1><p>${text}</p></body></html>
`;
}
