import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptsForm, lists } from './header-lists.js';

/** An answer that is the same for everyone until the process ends. */
export interface PackedAnswer {
  /** Answers a request with it: compressed where the client takes that, 304 where the client has it already. */
  send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
}

/** What an answer says of itself. */
export interface PackedHeaders {
  readonly type: string;
  readonly cacheControl: string;
}

interface Packed {
  readonly plain: Buffer;
  /** Compressed, the smallest first. */
  readonly forms: readonly (readonly [encoding: 'br' | 'gzip', content: Buffer])[];
  /** Weak, because it stands for all of them. */
  readonly etag: string;
}

/** Above this length, the best compression takes longer than what it saves. */
const BEST_UP_TO_BYTES = 100_000;
const GOOD_BROTLI = 5;
const BEST_GZIP = 9;

/** An answer that `build` makes at the first request, once; after a failure, at the next one again. */
export function createPackedAnswer(
  build: () => Promise<string | Buffer>,
  { type, cacheControl }: PackedHeaders,
): PackedAnswer {
  let packing: Promise<Packed> | undefined;
  return {
    async send(request, reply) {
      packing ??= build().then(pack);
      const { plain, forms, etag } = await packing.catch((error) => {
        packing = undefined;
        throw error;
      });
      reply
        .header('content-type', type)
        .header('cache-control', cacheControl)
        .header('etag', etag)
        .header('vary', 'Accept-Encoding');
      if (lists(request.headers['if-none-match'], etag)) return reply.code(304).send();
      const accepted = forms.find(([encoding]) => acceptsForm(request.headers['accept-encoding'], encoding));
      if (accepted === undefined) return reply.send(plain);
      const [encoding, content] = accepted;
      return reply.header('content-encoding', encoding).send(content);
    },
  };
}

/** Compresses in threads of Node's own. */
async function pack(content: string | Buffer): Promise<Packed> {
  const plain = Buffer.from(content);
  const hash = createHash('sha256').update(plain).digest('base64url');
  const quality = plain.length > BEST_UP_TO_BYTES ? GOOD_BROTLI : constants.BROTLI_MAX_QUALITY;
  const [br, gzipped] = await Promise.all([
    promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
    promisify(gzip)(plain, { level: BEST_GZIP }),
  ]);
  return {
    plain,
    forms: [
      ['br', br],
      ['gzip', gzipped],
    ],
    etag: `W/"${hash}"`,
  };
}
