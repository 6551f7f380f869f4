import { ERRORS, type ErrorCode } from '@svc/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { startService } from '../support/service.js';
import { shared } from '../support/shared.js';

interface Operation {
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly responses?: Record<string, unknown>;
}

describe('the description of the interface', () => {
  const service = shared(() => startService('embedded'));
  let paths: Record<string, Record<string, Operation>>;
  let about: string;

  beforeAll(async () => {
    const answer = await fetch(`${service.baseUrl}/openapi.json`);
    const description = (await answer.json()) as {
      openapi: string;
      info: { description: string };
      paths: typeof paths;
    };
    expect(description.openapi).toBe('3.1.0');
    paths = description.paths;
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
