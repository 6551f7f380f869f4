import fs from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { createSecureContext, TLSSocket } from 'node:tls';
import { onTestFinished } from 'vitest';

/** Files of the certificate for `localhost`, and of the authority that no machine knows. */
export const CERTIFICATES = new URL('../mail/certificates/', import.meta.url);

/** How a server behaves; a function decides anew with each command. */
export interface SmtpBehavior {
  readonly port?: number;
  readonly tls?: 'starttls' | 'implicit';
  readonly greeting?: () => string;
  /** Answer to AUTH. */
  readonly auth?: () => string;
  readonly sender?: () => string;
  readonly recipient?: (address: string) => string;
  /** Answer to the content of an email. */
  readonly data?: (content: string) => string;
}

/** An SMTP server that keeps what it takes. */
export interface SmtpServer {
  readonly port: number;
  /** Recipients of emails it took, in their order. */
  readonly taken: string[];
  /** Contents of these emails. */
  readonly contents: string[];
  connections(): number;
  close(): Promise<void>;
}

const secureContext = () =>
  createSecureContext({
    cert: fs.readFileSync(new URL('server.pem', CERTIFICATES)),
    key: fs.readFileSync(new URL('server-key.pem', CERTIFICATES)),
  });

/** Starts a server on 127.0.0.1, which is closed when the test ends. */
export async function startSmtpServer(behavior: SmtpBehavior = {}): Promise<SmtpServer> {
  const taken: string[] = [];
  const contents: string[] = [];
  const sockets = new Set<Socket>();
  let connections = 0;
  const secure = (socket: Socket) =>
    new TLSSocket(socket, { isServer: true, secureContext: secureContext() }).on('error', () => undefined);
  const server = createServer((socket) => {
    connections++;
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    const isImplicit = behavior.tls === 'implicit';
    talk(isImplicit ? secure(socket) : socket, { isSecure: isImplicit, isGreeted: false });
  });

  function talk(socket: Socket, { isSecure, isGreeted }: { isSecure: boolean; isGreeted: boolean }): void {
    let rest = '';
    let content: string[] | null = null;
    let recipient = '';
    const answer = (line: string) => socket.write(`${line}\r\n`);
    if (!isGreeted) answer(behavior.greeting?.() ?? '220 localhost ready');
    const onData = (chunk: Buffer) => {
      const lines = (rest + chunk.toString()).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) onLine(line);
    };
    const onLine = (line: string) => {
      if (content !== null) {
        if (line !== '.') return void content.push(line);
        const text = content.join('\n');
        content = null;
        const reply = behavior.data?.(text) ?? '250 taken';
        if (reply.startsWith('2')) {
          taken.push(recipient);
          contents.push(text);
        }
        return answer(reply);
      }
      const command = line.slice(0, 4).toUpperCase();
      if (command === 'EHLO') return answer(greetingOf(behavior, isSecure));
      if (command === 'STAR') {
        if (behavior.tls !== 'starttls') return answer('502 not offered');
        socket.off('data', onData);
        answer('220 go ahead');
        return talk(secure(socket), { isSecure: true, isGreeted: true });
      }
      if (command === 'AUTH') return answer(behavior.auth?.() ?? '235 signed in');
      if (command === 'MAIL') return answer(behavior.sender?.() ?? '250 fine');
      if (command === 'RCPT') {
        recipient = /<(.*)>/.exec(line)?.[1] ?? '';
        return answer(behavior.recipient?.(recipient) ?? '250 fine');
      }
      if (command === 'DATA') {
        content = [];
        return answer('354 go on');
      }
      if (command === 'QUIT') return void socket.end('221 bye\r\n');
      return answer('250 fine');
    };
    socket.on('data', onData);
  }

  await new Promise<void>((resolve) => server.listen(behavior.port ?? 0, '127.0.0.1', resolve));
  const close = async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
  onTestFinished(close);
  const { port } = server.address() as { port: number };
  return { port, taken, contents, connections: () => connections, close };
}

function greetingOf({ tls, auth }: SmtpBehavior, isSecure: boolean): string {
  const features = [
    ...(tls === 'starttls' && !isSecure ? ['STARTTLS'] : []),
    ...(auth === undefined ? [] : ['AUTH PLAIN LOGIN']),
    'HELP',
  ];
  return ['localhost', ...features]
    .map((feature, index) => `250${index === features.length ? ' ' : '-'}${feature}`)
    .join('\r\n');
}
