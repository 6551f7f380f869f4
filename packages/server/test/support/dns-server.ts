import { createSocket } from 'node:dgram';

const TXT = 16;
const RECURSIVE_ANSWER = 0x8180;
const NAME_UNKNOWN = 3;
const POINTER_TO_QUESTION = 0xc00c;
const HEADER_LENGTH = 12;

/** A name server on loopback. */
export interface DnsServer {
  /** As `SVC_DNS_SERVER` takes it. */
  readonly address: string;
  /** TXT records by name in lower case; a name without an entry does not exist. */
  readonly records: Map<string, readonly string[]>;
  close(): Promise<void>;
}

/** Starts a name server that answers questions for TXT records over UDP (RFC 1035). */
export async function startDnsServer(): Promise<DnsServer> {
  const records = new Map<string, readonly string[]>();
  const socket = createSocket('udp4');
  socket.on('message', (query, { address, port }) => {
    socket.send(answer(query, records), port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${socket.address().port}`,
    records,
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

/** Reads the name of the only question: labels, each behind its length, until one of length 0. */
function readQuestion(query: Buffer): { readonly name: string; readonly type: number; readonly end: number } {
  const labels: string[] = [];
  let at = HEADER_LENGTH;
  for (let length = query.readUInt8(at); length > 0; length = query.readUInt8(at)) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

function answer(query: Buffer, records: ReadonlyMap<string, readonly string[]>): Buffer {
  const { name, type, end } = readQuestion(query);
  const known = records.get(name);
  const texts = type === TXT ? (known ?? []) : [];
  const header = Buffer.alloc(HEADER_LENGTH);
  header.writeUInt16BE(query.readUInt16BE(0), 0);
  header.writeUInt16BE(RECURSIVE_ANSWER | (known === undefined ? NAME_UNKNOWN : 0), 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(texts.length, 6);
  return Buffer.concat([header, query.subarray(HEADER_LENGTH, end), ...texts.map(textRecord)]);
}

/** A TXT record of the name in question; texts of more than 20 bytes come in several strings, as real servers split them. */
function textRecord(text: string): Buffer {
  const strings = text.match(/.{1,20}/gs) ?? [''];
  const data = Buffer.concat(strings.map((part) => Buffer.from([part.length, ...Buffer.from(part)])));
  const fields = Buffer.alloc(HEADER_LENGTH);
  fields.writeUInt16BE(POINTER_TO_QUESTION, 0);
  fields.writeUInt16BE(TXT, 2);
  fields.writeUInt16BE(1, 4);
  fields.writeUInt32BE(60, 6);
  fields.writeUInt16BE(data.length, 10);
  return Buffer.concat([fields, data]);
}
