import { mkdtemp, readdir, readFile, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { systemNow } from '../../src/clock.js';
import { createEncryption } from '../../src/crypto/encryption.js';
import { invitationMail } from '../../src/mail/invitation.js';
import { createMailer } from '../../src/mail/mailer.js';

const MAIL = invitationMail({
  to: 'jane@blog.test',
  language: 'en',
  workspace: 'Acme',
  invitedBy: 'olive@acme.test',
  isPartner: true,
  baseUrl: 'https://svc.test',
  token: 'the-token-of-jane',
});

/** Unused without an email server. */
const OUTBOX = {
  pool: new pg.Pool({ max: 1 }),
  encryption: createEncryption({ current: 'x'.repeat(32), previous: [] }, 'test'),
};

function keepingLogger() {
  const lines: string[] = [];
  const keep = (...parts: unknown[]) => void lines.push(JSON.stringify(parts));
  return { lines, info: keep, error: keep };
}

test('without an email server a mail is two files for their owner alone, and the log names it without its text', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-mails-'));
  const logger = keepingLogger();
  expect(await createMailer({ ...OUTBOX, mail: null, dataDir, logger, now: systemNow }).send(MAIL)).toBe(
    false,
  );
  const files = (await readdir(join(dataDir, 'mails'))).sort();
  expect(files).toEqual([expect.stringMatching(/\.html$/), expect.stringMatching(/\.txt$/)]);
  for (const file of files) {
    const path = join(dataDir, 'mails', file);
    expect(await readFile(path, 'utf8')).toContain('https://svc.test/invitation#the-token-of-jane');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  }
  expect(logger.lines.join()).toContain(files[1]);
  expect(logger.lines.join()).not.toContain('jane@blog.test');
  expect(logger.lines.join()).not.toContain('the-token');
});
