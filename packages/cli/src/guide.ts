import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import type { CliStatusAnswer } from '@svc/contract';
import { ERRORS, type ErrorCode } from '@svc/contract/errors';
import { FIXES } from './fixes.js';
import { FRAMEWORKS, type Framework } from './frameworks.js';
import { describeCommission } from './money.js';

interface Section {
  readonly title: string;
  readonly lead: string;
  /** Where the code goes, and the file of templates/snippets that it is. */
  readonly files: readonly { readonly path: string; readonly snippet: string }[];
}

/** The snippets of the guide. The code itself is in templates/snippets, where tests compile and run it. */
export const SECTIONS: Readonly<Record<Framework, Section>> = {
  nextjs: {
    title: 'Next.js',
    lead: 'The click in the layout; lead, sale and refund from server actions and route handlers.',
    files: [
      { path: 'app/svc-tracking.tsx', snippet: 'nextjs-tracking.tsx' },
      { path: 'app/layout.tsx', snippet: 'nextjs-layout.tsx' },
      { path: 'lib/svc.ts', snippet: 'nextjs-events.ts' },
    ],
  },
  react: {
    title: 'React',
    lead: 'The click at the root of the application. Report the lead from your server (see Express), or from the page.',
    files: [{ path: 'src/svc-tracking.tsx', snippet: 'react.tsx' }],
  },
  html: {
    title: 'Plain HTML',
    lead: 'One script tag, and one call after signup. No package is needed.',
    files: [{ path: 'index.html', snippet: 'html.html' }],
  },
  express: {
    title: 'Express',
    lead:
      'Fastify, Hono and others work the same way: `readClickId` takes their requests, a standard `Request`, or a `Cookie` header. ' +
      'Behind a proxy, set `trust proxy`, or `request.secure` is never true.',
    files: [{ path: 'src/app.ts', snippet: 'express.ts' }],
  },
  processor: {
    title: 'Stripe Checkout',
    lead:
      'The service reads these payments from Stripe: run `svc setup processor` first, and do not call `trackSale` for them. For ' +
      'subscriptions, the metadata must also be in `subscription_data.metadata`, or renewals are not attributed.',
    files: [{ path: 'src/checkout.ts', snippet: 'processor.ts' }],
  },
  python: {
    title: 'Python',
    lead: 'Only the standard library. Django, Flask and others call these functions where accounts, payments and refunds are handled.',
    files: [{ path: 'svc_events.py', snippet: 'python.py' }],
  },
  curl: {
    title: 'curl, and any other language',
    lead: 'Three HTTP requests. `-sS` and `--max-time`: a customer never waits for them longer than that.',
    files: [{ path: 'report.sh', snippet: 'curl.sh' }],
  },
};

/** The program and service that the snippets are written for. */
const SAMPLE = {
  baseUrl: 'https://svc.example.com',
  programId: '424242',
  domain: 'shop.example',
  days: '60',
};

/** The option of the cookie, with the comma before it. */
const SAMPLE_COOKIE_DOMAIN = `, domain: '${SAMPLE.domain}'`;

export interface GuideFacts {
  readonly status: CliStatusAnswer;
  readonly baseUrl: string;
  /** Found in the folder: their snippets come first. */
  readonly frameworks: readonly Framework[];
  /** The command that installs the libraries. */
  readonly install: string;
}

/** The text of AGENTS.md and skills.md. Specification section 1 point 7. */
export async function writeGuide(facts: GuideFacts): Promise<string> {
  const { status, baseUrl } = facts;
  const { program, test_link } = status;
  const values: Record<string, string> = {
    program_name: inMarkdown(program.name),
    program_id: String(program.id),
    domain: program.domain,
    commission: describeCommission(program.commission, program.currency),
    currency: program.currency,
    cookie_window_days: String(program.cookie_window_days),
    base_url: baseUrl,
    allowed_origins: program.allowed_origins.map((origin) => `\`${origin}\``).join(', ') || 'none yet',
    lead_source:
      program.lead_source === 'server'
        ? 'accepted from servers only; `signup()` in a page gets 403'
        : 'accepted from pages and servers; reports from a server take precedence',
    test_link: test_link === null ? 'none yet: no approved partner has a link' : `\`${test_link}\``,
    test_link_or_hint:
      test_link === null
        ? 'your site through a referral link'
        : `\`${test_link}\` (or your development address with the same \`aff\`)`,
    install: facts.install,
    snippets: await snippetsOf(facts),
    errors: errorTable(),
  };
  const template = await readTemplate('guide.md');
  return template.replace(/\{\{([a-z_]+)\}\}/g, (_, name: string) => values[name] ?? `{{${name}}}`);
}

/** A snippet, written for this program. */
export async function fillSnippet(snippet: string, { status, baseUrl }: GuideFacts): Promise<string> {
  const { program } = status;
  const cookieDomain = cookieDomainOf(program.domain);
  return (await readTemplate(`snippets/${snippet}`))
    .replaceAll(SAMPLE.baseUrl, baseUrl)
    .replaceAll(SAMPLE.programId, String(program.id))
    .replaceAll(SAMPLE_COOKIE_DOMAIN, cookieDomain === null ? '' : `, domain: '${cookieDomain}'`)
    .replaceAll(SAMPLE.domain, program.domain)
    .replaceAll(`cookieWindowDays: ${SAMPLE.days}`, `cookieWindowDays: ${program.cookie_window_days}`);
}

/** The domain that a cookie of this program can have, which is without a port; null where it can have none. */
function cookieDomainOf(domain: string): string | null {
  const url = `http://${domain}`;
  const hostname = URL.canParse(url) ? new URL(url).hostname : '';
  return hostname.includes('.') && isIP(hostname) === 0 ? hostname : null;
}

async function snippetsOf(facts: GuideFacts): Promise<string> {
  const found = facts.frameworks;
  const order = [...found, ...FRAMEWORKS.filter((framework) => !found.includes(framework))];
  const sections = order.map(async (framework) => {
    const { title, lead, files } = SECTIONS[framework];
    const mark = found.includes(framework) ? ' (found in this project)' : '';
    const blocks = files.map(async ({ path, snippet }) => {
      const language = snippet.slice(snippet.lastIndexOf('.') + 1);
      const code = await fillSnippet(snippet, facts);
      return `\`${path}\`:\n\n\`\`\`${language}\n${code.trimEnd()}\n\`\`\``;
    });
    return [`### ${title}${mark}`, lead, await tagOf(framework, facts), ...(await Promise.all(blocks))].join(
      '\n\n',
    );
  });
  return (await Promise.all(sections)).join('\n\n');
}

/** Every section has the tag: a reader looks at one of them. */
async function tagOf(framework: Framework, facts: GuideFacts): Promise<string> {
  const tag = `\`\`\`html\n${(await fillSnippet('script-tag.html', facts)).trimEnd()}\n\`\`\``;
  const packaged = framework === 'nextjs' || framework === 'react';
  const where = packaged
    ? 'In the head of every page, unless you use the component below, which does the same:'
    : 'In the head of every page where visitors may arrive:';
  return `${where}\n\n${tag}`;
}

function errorTable(): string {
  const rows = Object.entries(ERRORS).flatMap(([code, { status, text }]) => {
    const fix = FIXES[code as ErrorCode];
    return fix === null ? [] : [`| ${status} | \`${text}\` | \`${code}\` | ${fix} |`];
  });
  return ['| status | error | code | what to do |', '| ------ | ----- | ---- | ---------- |', ...rows].join(
    '\n',
  );
}

/** Templates are beside src and dist alike. */
function readTemplate(path: string): Promise<string> {
  return readFile(new URL(`../templates/${path}`, import.meta.url), 'utf8');
}

/** A name that somebody chose, as plain text within a line or a table. */
function inMarkdown(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\`*_|<>[\]#]/g, '\\$&');
}
