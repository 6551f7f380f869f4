import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { selfSigned } from '../../../../e2e/support/self-signed.js';
import { openDatabase } from '../../src/database/open.js';
import { untilReachable } from '../../src/service/reach-database.js';

/** Answer to a client of PostgreSQL that asks for TLS: https://www.postgresql.org/docs/current/protocol-flow.html */
const TLS_OFFERED = 'S';
const logger = { info() {}, warn() {} };

/** A server that offers TLS as PostgreSQL does, with a certificate that its own key has signed, and ends every session after the handshake. */
async function startTlsServer(): Promise<{ port: number; certificate: string }> {
  const { key, cert } = selfSigned();
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
    socket.once('data', () => {
      socket.write(TLS_OFFERED);
      const secured = new TLSSocket(socket, { isServer: true, key, cert });
      secured.on('error', () => undefined).on('data', () => secured.end());
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const folder = mkdtempSync(join(tmpdir(), 'svc-authority-'));
  const certificate = join(folder, 'ca.pem');
  writeFileSync(certificate, cert);
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
    rmSync(folder, { recursive: true });
    await once(server, 'close');
  });
  return { port: (server.address() as AddressInfo).port, certificate };
}

/** Error of a start with a database address. */
async function startError(databaseUrl: string): Promise<Error> {
  const database = await openDatabase({ databaseUrl, dataDir: '', waitsForStart: false });
  onTestFinished(() => database.close());
  return untilReachable(database, { logger, patienceMs: 0 }).then(
    () => new Error('it started'),
    (error: Error) => error,
  );
}

test('names the setting where the authority of the server is unknown, and accepts the file that it asks for', async () => {
  const { port, certificate } = await startTlsServer();
  const address = `postgres://svc:secret@127.0.0.1:${port}/svc`;
  const unknown = await startError(`${address}?sslmode=verify-full`);
  expect(unknown.message).toMatch(
    /signed by an authority that this machine does not know \(\w+\): add `sslrootcert=/,
  );
  // With the authority known, the name in the certificate is checked, which is that of another server.
  const known = await startError(`${address}?sslmode=verify-full&sslrootcert=${certificate}`);
  expect(known.message).toMatch(/is refused .*: name the server in DATABASE_URL as its certificate does$/);
  // Without `verify`, the session goes on to where this server ends it.
  const unchecked = await startError(`${address}?sslmode=no-verify`);
  expect(unchecked.message).toContain('could not be reached');
});
