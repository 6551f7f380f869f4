import { mkdtemp, readdir, readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { systemNow } from '../../src/clock.js';
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

function keepingLogger() {
  const lines: string[] = [];
  const keep = (...parts: unknown[]) => void lines.push(JSON.stringify(parts));
  return { lines, info: keep, error: keep };
}

test('without an email server a mail is two files for their owner alone, and the log names it without its text', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'svc-mails-'));
  const logger = keepingLogger();
  expect(await createMailer({ mail: null, dataDir, logger, now: systemNow }).send(MAIL)).toBe(false);
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

test('with an email server the mail is handed over as text and HTML, and failures are returned and logged instead of thrown', async () => {
  const received: string[] = [];
  const server = createServer((socket) => {
    let isData = false;
    socket.write('220 test\r\n');
    socket.on('data', (chunk) => {
      for (const line of chunk.toString().split('\r\n')) {
        if (isData) {
          received.push(line);
          if (line === '.') {
            isData = false;
            socket.write('250 kept\r\n');
          }
        } else if (line === 'DATA') {
          isData = true;
          socket.write('354 go on\r\n');
        } else if (line === 'QUIT') socket.end('221 bye\r\n');
        else if (line !== '') socket.write('250 fine\r\n');
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  const logger = keepingLogger();
  const mail = { smtpUrl: `smtp://127.0.0.1:${port}?ignoreTLS=true`, from: 'Acme <hello@acme.test>' };
  const mailer = createMailer({ mail, dataDir: '', logger, now: systemNow });
  expect(await mailer.send(MAIL)).toBe(true);
  expect(received.join('\n')).toContain('To: jane@blog.test');
  expect(received.filter((line) => /^Content-Type: /.test(line))).toEqual([
    expect.stringContaining('multipart/alternative'),
    expect.stringContaining('text/plain'),
    expect.stringContaining('text/html'),
  ]);
  await new Promise((resolve) => server.close(resolve));
  expect(await mailer.send(MAIL)).toBe(false);
  expect(logger.lines.at(-1)).toContain('ESOCKET');
  expect(logger.lines.join()).not.toContain('jane@blog.test');
  expect(logger.lines.join()).not.toContain('the-token');
});
