import type { FastifyReply, FastifyRequest } from 'fastify';
import { ERROR_CODE_HEADER, sendError } from '../errors.js';
import { lists } from '../header-lists.js';

const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Link not found</title>
<style>
  :root { color-scheme: light dark; font-family: system-ui, sans-serif; line-height: 1.5 }
  body { margin: 0; min-height: 100vh; display: grid; place-content: center; padding: 1.5rem; box-sizing: border-box }
  h1 { font-size: 1.5rem; margin: 0 0 0.5rem }
  p { margin: 0 }
</style>
<main>
<h1>Link not found</h1>
<p>This link is misspelled or no longer active.</p>
</main>
</html>
`;

const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * What a visitor sees whose link is unknown or inactive, where the program has no fallback; programs that ask for no page get the error
 * in the form of every other. Contract 2 section 10.
 */
export function sendNotFoundPage(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.header('cache-control', 'no-store').header('vary', 'Accept');
  if (!lists(request.headers.accept, 'text/html')) return sendError(reply, 'not_found');
  request.routeOptions.config.observe?.(request, 404);
  return reply
    .code(404)
    .header(ERROR_CODE_HEADER, 'not_found')
    .header('content-security-policy', POLICY)
    .header('content-type', 'text/html; charset=utf-8')
    .send(PAGE);
}
