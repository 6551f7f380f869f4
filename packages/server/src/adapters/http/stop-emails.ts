import type { Language } from '@svc/contract';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { escapeHtml } from '../../escape-html.js';
import { STOP_PATH, stopMails } from '../../features/notifications/stop-links.js';
import { acceptRequests } from './accept-request.js';
import type { HttpContext } from './context.js';
import { limitByAddress } from './rate-limits.js';
import { withoutValidation } from './without-validation.js';

const TEXTS = {
  en: {
    question: 'Stop these emails?',
    explanation:
      'You still see in svc what they would say. You can choose otherwise there, under your account.',
    button: 'Stop emails of this kind',
    done: 'You no longer get these emails',
    unknown: 'This link is not valid',
    incomplete:
      'It may have been cut off. Copy the whole link from the email, or choose your emails in svc, under your account.',
  },
  de: {
    question: 'Diese E-Mails abbestellen?',
    explanation:
      'In svc sehen Sie weiterhin, was darin stünde. Dort können Sie es unter Ihrem Konto auch wieder ändern.',
    button: 'E-Mails dieser Art abbestellen',
    done: 'Sie erhalten diese E-Mails nicht mehr',
    unknown: 'Dieser Link ist ungültig',
    incomplete:
      'Vielleicht wurde er abgeschnitten. Kopieren Sie den ganzen Link aus der E-Mail, oder wählen Sie Ihre E-Mails in svc unter Ihrem Konto.',
  },
} as const;

const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/**
 * The links in emails that end them without signing in. Opening one only asks, because mail scanners open links; a mail client that offers
 * to unsubscribe sends a POST by itself (RFC 8058).
 */
export function registerStopEmails(app: FastifyInstance, context: HttpContext): void {
  const { database, limits, stopLinks } = context;
  app.register(async (pages) => {
    pages.addHook('onRequest', acceptRequests(context));
    // What is sent says nothing: the address says it all.
    pages.addContentTypeParser('*', { parseAs: 'string' }, (_request, _body, done) => done(null, {}));
    pages.route<{ Params: { token: string } }>({
      method: ['GET', 'POST'],
      url: `${STOP_PATH}/:token`,
      onRequest: limitByAddress(limits.browser),
      ...withoutValidation,
      schema: { hide: true },
      exposeHeadRoute: false,
      handler: async (request, reply) => {
        const mails = stopLinks.read(request.params.token);
        const found =
          mails && (await stopMails(database.pool, mails, { isAsked: request.method === 'POST' }));
        return sendPage(reply, { found, isDone: request.method === 'POST' });
      },
    });
  });
}

function sendPage(
  reply: FastifyReply,
  { found, isDone }: { readonly found: { readonly language: Language } | null; readonly isDone: boolean },
): FastifyReply {
  const language = found?.language ?? 'en';
  const texts = TEXTS[language];
  const form = `<form method="post"><button>${escapeHtml(texts.button)}</button></form>`;
  const [title, text, action] =
    found === null
      ? [texts.unknown, texts.incomplete, '']
      : isDone
        ? [texts.done, texts.explanation, '']
        : [texts.question, texts.explanation, form];
  return reply
    .code(found === null ? 404 : 200)
    .header('cache-control', 'no-store')
    .header('content-security-policy', POLICY)
    .header('referrer-policy', 'no-referrer')
    .header('content-type', 'text/html; charset=utf-8')
    .send(pageOf(language, escapeHtml(title), escapeHtml(text), action));
}

function pageOf(language: Language, title: string, text: string, action: string): string {
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<style>
  :root { color-scheme: light dark; font: 1.1rem/1.5 system-ui, sans-serif }
  body { max-width: 32rem; margin: 20vh auto; padding: 0 1rem }
  button { font: inherit; padding: 0.5rem 1rem; border: 0; border-radius: 0.5rem; background: #0b6e66; color: #fff; cursor: pointer }
</style>
</head><body><h1>${title}</h1><p>${text}</p>${action}</body></html>
`;
}
