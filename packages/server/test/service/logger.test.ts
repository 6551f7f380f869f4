import { describe, expect, test } from 'vitest';
import { createLogger, redactText } from '../../src/service/logger.js';

/** What one call writes, as text and parsed. */
function logged(write: (logger: ReturnType<typeof createLogger>) => void) {
  const lines: string[] = [];
  write(createLogger({ write: (line) => void lines.push(line) }));
  expect(lines).toHaveLength(1);
  const text = lines[0] ?? '';
  return { text, entry: JSON.parse(text) as Record<string, unknown> };
}

describe('the log', () => {
  test('is one JSON object a line, with level and time', () => {
    const { entry } = logged((logger) => logger.info({ port: 4600 }, 'ready'));
    expect(entry).toMatchObject({ level: 'info', msg: 'ready', port: 4600, time: expect.any(String) });
  });

  test('has neither credentials nor personal data of what it is given', () => {
    const { text } = logged((logger) =>
      logger.info({
        headers: { authorization: 'Bearer leak-1', cookie: 'svc=leak-2', 'set-cookie': 'leak-3' },
        body: { email: 'leak-4@acme.test', password: 'leak-5', customer_key: 'leak-6' },
        api_token: 'leak-7',
      }),
    );
    expect(text).not.toMatch(/leak-\d/);
    expect(text.match(/\[hidden\]/g)).toHaveLength(7);
  });

  test('shows of a request its method and path, without query', () => {
    const request = {
      method: 'GET',
      url: '/reset?token=leak-1',
      headers: { cookie: 'leak-2' },
      ip: 'leak-3',
    };
    const { entry } = logged((logger) => logger.info({ req: request }));
    expect(entry.req).toEqual({ method: 'GET', url: '/reset' });
  });

  test("shows of a database error what failed, not the row's values", () => {
    const error = Object.assign(new Error('duplicate key value violates unique constraint'), {
      code: '23505',
      detail: 'Key (email)=(leak-1@acme.test) already exists.',
      constraint: 'users_email_key',
      cause: new Error('sent by leak-2@acme.test'),
    });
    const { text, entry } = logged((logger) => logger.error({ err: error }, 'failed'));
    expect(text).not.toMatch(/leak-\d/);
    expect(entry.err).toMatchObject({ code: '23505', constraint: 'users_email_key' });
  });

  test.each([
    ['no user owner@acme.test here', 'no user [email] here'],
    ['Key (email)=(a@b.test) exists', 'Key (email)=([email]) exists'],
    ['postgres://svc:pass@db.test/svc is away', 'postgres://[hidden]@db.test/svc is away'],
    ['sent Authorization: Bearer abc.def', 'sent Authorization: Bearer [hidden]'],
    ['the key svc_live_abc-DEF_1 is unknown', 'the key svc_live_[hidden] is unknown'],
    [
      'at run (file:///app/node_modules/@scope/x.js:1:2)',
      'at run (file:///app/node_modules/@scope/x.js:1:2)',
    ],
  ])('text of others is cleaned: %s', (given, expected) => {
    expect(redactText(given)).toBe(expected);
  });
});
