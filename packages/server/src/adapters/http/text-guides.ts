import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { HttpContext } from './context.js';
import { createPackedAnswer } from './packed-answer.js';
import { limitByAddress } from './rate-limits.js';

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
const CACHE_CONTROL = 'public, max-age=3600';
/** The address of the demo, which the guides are written for. */
const SAMPLE_BASE_URL = /http:\/\/localhost:4600/g;

/** GET /llms.txt and /docs.md: the guides as text, for programs that read, with the address of this service. Contract 2, section 17. */
export function registerTextGuides(
  app: FastifyInstance,
  { guidesFolder, settings: { baseUrl }, limits }: Pick<HttpContext, 'guidesFolder' | 'settings' | 'limits'>,
): void {
  if (guidesFolder === null) return;
  const readGuide = (name: string) => readFile(join(guidesFolder, name), 'utf8');
  const options = { onRequest: limitByAddress(limits.reads), schema: { hide: true } };
  const index = createPackedAnswer(
    async () => (await readGuide('llms.txt')).replaceAll('{{base_url}}', baseUrl),
    { type: 'text/plain; charset=utf-8', cacheControl: CACHE_CONTROL },
  );
  const all = createPackedAnswer(
    async () => {
      const guides = await Promise.all(GUIDES.map((name) => readGuide(`${name}.md`)));
      return joinGuides(guides).replace(SAMPLE_BASE_URL, baseUrl);
    },
    { type: 'text/markdown; charset=utf-8', cacheControl: CACHE_CONTROL },
  );
  app.get('/llms.txt', options, (request, reply) => index.send(request, reply));
  app.get('/docs.md', options, (request, reply) => all.send(request, reply));
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
