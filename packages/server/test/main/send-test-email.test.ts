import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { freePort } from '../support/free-port.js';
import { runServer } from '../support/service-process.js';
import { CERTIFICATES, type SmtpBehavior, startSmtpServer } from '../support/smtp-server.js';

const AUTHORITY = { NODE_EXTRA_CA_CERTS: fileURLToPath(new URL('authority.pem', CERTIFICATES)) };

const sendTo = (smtpUrl: string, env: Record<string, string> = {}) =>
  runServer(['send-test-email', 'jane@blog.test'], {
    SMTP_URL: smtpUrl,
    MAIL_FROM: 'hello@acme.test',
    ...env,
  });

interface Case {
  readonly behavior: SmtpBehavior;
  readonly url: (port: number) => string;
  readonly env?: Record<string, string>;
  /** null: the server takes the email. */
  readonly said: string | null;
}

const CASES: Readonly<Record<string, Case>> = {
  'an authority that no machine knows': {
    behavior: { tls: 'starttls' },
    url: (port) => `smtp://localhost:${port}`,
    said: 'NODE_EXTRA_CA_CERTS',
  },
  'a private authority that is configured': {
    behavior: { tls: 'starttls' },
    url: (port) => `smtp://localhost:${port}?requireTLS=true`,
    env: AUTHORITY,
    said: null,
  },
  'a private authority and TLS from the start': {
    behavior: { tls: 'implicit' },
    url: (port) => `smtps://localhost:${port}`,
    env: AUTHORITY,
    said: null,
  },
  'a certificate for another name': {
    behavior: { tls: 'starttls' },
    url: (port) => `smtp://127.0.0.1:${port}`,
    env: AUTHORITY,
    said: 'for another host name',
  },
  'the name of the certificate in a parameter': {
    behavior: { tls: 'starttls' },
    url: (port) => `smtp://127.0.0.1:${port}?tls.servername=localhost`,
    env: AUTHORITY,
    said: null,
  },
  'a relay whose TLS is ignored': {
    behavior: { tls: 'starttls' },
    url: (port) => `smtp://127.0.0.1:${port}?ignoreTLS=true`,
    said: null,
  },
  'TLS that is required and not offered': {
    behavior: {},
    url: (port) => `smtp://127.0.0.1:${port}?requireTLS=true`,
    said: 'No encrypted connection',
  },
  'TLS from the start on a port without it': {
    behavior: {},
    url: (port) => `smtps://127.0.0.1:${port}`,
    said: 'No encrypted connection',
  },
  'a refused password': {
    behavior: { auth: () => '535 5.7.8 no' },
    url: (port) => `smtp://user:wrong@127.0.0.1:${port}`,
    said: 'refused the sign-in',
  },
  'a refused recipient': {
    behavior: { recipient: (address) => `550 <${address}> unknown` },
    url: (port) => `smtp://127.0.0.1:${port}`,
    said: 'refused the recipient',
  },
};

test.each(Object.entries(CASES))(
  'send-test-email names the outcome with %s',
  async (_name, { behavior, url, env, said }) => {
    const server = await startSmtpServer(behavior);
    const { code, stdout } = await sendTo(url(server.port), env);
    expect(stdout).toContain(said ?? 'took the email');
    expect([code, server.taken]).toEqual(said === null ? [0, ['jane@blog.test']] : [1, []]);
  },
);

test('send-test-email says where nothing answers, and where nothing is configured', async () => {
  const { code, stdout } = await sendTo(`smtp://127.0.0.1:${await freePort()}`);
  expect([code, stdout]).toEqual([1, expect.stringContaining('no connection')]);
  const none = await runServer(['send-test-email', 'jane@blog.test']);
  expect([none.code, none.stdout]).toEqual([1, expect.stringContaining('set SMTP_URL')]);
});
