import { ERRORS, type ErrorCode } from '@svc/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { startService } from '../support/service.js';
import { shared } from '../support/shared.js';

interface Operation {
  readonly operationId?: string;
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly responses?: Record<string, unknown>;
}

describe('the description of the interface', () => {
  const service = shared(() => startService('embedded'));
  let paths: Record<string, Record<string, Operation>>;
  let schemas: Record<string, unknown>;
  let about: string;

  beforeAll(async () => {
    const answer = await fetch(`${service.baseUrl}/openapi.json`);
    const description = (await answer.json()) as {
      openapi: string;
      info: { description: string };
      paths: typeof paths;
      components: { schemas: typeof schemas };
    };
    expect(description.openapi).toBe('3.1.0');
    paths = description.paths;
    schemas = description.components.schemas;
    about = description.info.description;
  });

  const operations = () =>
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
    );

  test('every route has a summary, a tag and an answer', () => {
    expect(operations().length).toBeGreaterThan(15);
    for (const { path, method, operation } of operations()) {
      expect(operation, `${method} ${path}`).toMatchObject({
        summary: expect.stringMatching(/\S/),
        tags: [expect.stringMatching(/\S/)],
        responses: expect.any(Object),
      });
    }
  });

  test('every route answers with a request id, and errors in the one form, to somebody with nothing to show', async () => {
    for (const { path, method } of operations()) {
      const url = service.baseUrl + path.replace(/\{\w+\}/g, '1');
      const answer = await fetch(url, {
        method,
        ...(method === 'post' && { body: '{}', headers: JSON_BODY }),
      });
      expect(answer.headers.get('x-request-id'), `${method} ${path}`).toMatch(/^[A-Za-z0-9._-]{1,64}$/);
      const text = await answer.text();
      if (answer.status < 400) continue;
      expect(JSON.parse(text), `${method} ${path}`).toEqual({ error: expect.any(String) });
      const code = answer.headers.get('svc-error-code') as ErrorCode;
      expect(ERRORS[code]?.status, `${method} ${path}: ${code}`).toBe(answer.status);
    }
  });

  test('every route has an operationId of its own', () => {
    const ids = operations().map(({ operation }) => operation.operationId);
    expect(ids.filter((id) => !/^[a-z][A-Za-z]+$/.test(id ?? ''))).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('shapes are shared, every reference leads to one, and errors have one shape', () => {
    const text = JSON.stringify(paths) + JSON.stringify(schemas);
    const used = new Set([...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name));
    expect([...used].filter((name) => !Object.hasOwn(schemas, name ?? ''))).toEqual([]);
    expect([...used]).toEqual(
      expect.arrayContaining(['ErrorAnswer', 'SaleBody', 'SaleItem', 'CommissionPage']),
    );
    expect(schemas.ErrorAnswer).toEqual({
      type: 'object',
      required: ['error'],
      properties: { error: { type: 'string' } },
    });
  });

  test('answers after which a request may be repeated say when', () => {
    const repeatable = operations().flatMap(({ operation }) =>
      Object.entries(operation.responses ?? {}).filter(([status]) => ['429', '503'].includes(status)),
    );
    expect(repeatable.length).toBeGreaterThan(10);
    for (const [, response] of repeatable) expect(response).toHaveProperty(['headers', 'Retry-After']);
  });

  test('the guides are served as text, with the address of the service', async () => {
    const read = async (path: string) => {
      const answer = await fetch(service.baseUrl + path);
      expect(answer.status).toBe(200);
      return { type: answer.headers.get('content-type'), text: await answer.text() };
    };
    const index = await read('/llms.txt');
    expect(index.type).toBe('text/plain; charset=utf-8');
    expect(index.text).toMatch(/^# svc\n\n> /);
    expect(index.text).toContain('(http://service.test/docs.md)');
    expect(index.text).not.toContain('{{');
    const guides = await read('/docs.md');
    expect(guides.type).toBe('text/markdown; charset=utf-8');
    expect(guides.text).toMatch(/^# Quick start\n/);
    expect(guides.text).toContain('# Troubleshooting');
    expect(guides.text).not.toContain('localhost:4600');
    for (const title of ['Agents', 'Webhooks', 'Management keys', 'Codes', 'Fraud checks'])
      expect(guides.text).toContain(`# ${title}\n`);
  });

  test('every link in the guides leads somewhere: to a heading among them, or to another site', async () => {
    const text = await (await fetch(`${service.baseUrl}/docs.md`)).text();
    const prose = text.replace(/^```[\s\S]*?^```/gm, '');
    const headings = [...prose.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N} -]/gu, '')
        .replaceAll(' ', '-'),
    );
    const links = [...prose.matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => link);
    expect(links.filter((link) => link.startsWith('#')).length).toBeGreaterThan(20);
    for (const link of links) {
      if (link.startsWith('#')) expect(headings).toContain(link.slice(1));
      else expect(link).toMatch(/^https?:/);
    }
  });

  test('it says where the code of an error is', () => {
    expect(about).toContain('`svc-error-code`');
    expect(paths['/api/v1/track/sale']?.post?.description).toContain('`sale_duplicate_elsewhere`');
  });

  test('the texts of the specification stand with their statuses', () => {
    const sale = JSON.stringify(paths['/api/v1/track/sale']?.post?.responses?.['409']);
    expect(sale).toContain('Duplicate transaction_id. This sale has already been recorded.');
    const lead = JSON.stringify(paths['/api/v1/track/lead']?.post?.responses?.['400']);
    expect(lead).toContain('Customer status cannot be updated to lead. Current status: <status>');
  });

  test('the page to read it on is all from here, and its policy lets nothing else in', async () => {
    const page = await fetch(`${service.baseUrl}/docs`);
    const html = await page.text();
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).not.toMatch(/https?:|\*|unsafe-eval|script-src [^;]*unsafe-inline/);
    // A script in the page itself would not run under this policy.
    expect(html).not.toMatch(/<script(?![^>]*\ssrc=)[^>]*>/);
    const assets = [...html.matchAll(/\s(?:src|href)="([^"]+)"/g)].map((match) => String(match[1]));
    expect(assets.length).toBeGreaterThan(3);
    for (const asset of assets) {
      const url = new URL(asset, `${service.baseUrl}/docs`);
      expect(url.origin).toBe(service.baseUrl);
      expect((await fetch(url)).status, asset).toBe(200);
    }
  });
});

const JSON_BODY = { 'content-type': 'application/json' };
