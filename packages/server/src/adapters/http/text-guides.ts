import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { HttpContext } from './context.js';

/** In the order in which one needs them. */
const GUIDES = [
  'quick-start',
  'browser',
  'server',
  'cli',
  'processor',
  'test-mode',
  'amounts',
  'troubleshooting',
  'links',
  'codes',
  'commission-rules',
  'corrections',
  'fraud',
  'management-keys',
  'events',
  'webhooks',
  'agents',
  'books',
  'accounts',
  'operating',
  'security',
  'scale',
];
/** The address of the demo, which the guides are written for. */
const SAMPLE_BASE_URL = /http:\/\/localhost:4600/g;

/** GET /llms.txt and /docs.md: the guides as text, for programs that read, with the address of this service. Contract 2, section 17. */
export function registerTextGuides(
  app: FastifyInstance,
  { guidesFolder, settings: { baseUrl } }: Pick<HttpContext, 'guidesFolder' | 'settings'>,
): void {
  if (guidesFolder === null) return;
  const readGuide = (name: string) => readFile(join(guidesFolder, name), 'utf8');
  const send = (reply: FastifyReply, type: string, text: string) =>
    reply
      .header('content-type', `${type}; charset=utf-8`)
      .header('cache-control', 'public, max-age=3600')
      .send(text);
  app.get('/llms.txt', { schema: { hide: true } }, async (_request, reply) => {
    const text = await readGuide('llms.txt');
    return send(reply, 'text/plain', text.replaceAll('{{base_url}}', baseUrl));
  });
  app.get('/docs.md', { schema: { hide: true } }, async (_request, reply) => {
    const guides = await Promise.all(GUIDES.map((name) => readGuide(`${name}.md`)));
    return send(reply, 'text/markdown', joinGuides(guides).replace(SAMPLE_BASE_URL, baseUrl));
  });
}

/** One text out of many. Links between the guides lead to their headings; what is only in the repository is named without a link. */
function joinGuides(guides: readonly string[]): string {
  const headings = new Map(
    GUIDES.map((name, index) => [`${name}.md`, anchorOf(/^# (.+)$/m.exec(guides[index] ?? '')?.[1] ?? '')]),
  );
  return guides
    .join('\n')
    .replace(
      /\[([^\]]+)\]\((?!https?:|#)([^)#]*)(#[^)]*)?\)/g,
      (_, text: string, file: string, anchor?: string) => {
        const heading = headings.get(file);
        return heading === undefined ? text : `[${text}](${anchor ?? `#${heading}`})`;
      },
    );
}

/** The anchor that Markdown readers give a heading. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-');
}
