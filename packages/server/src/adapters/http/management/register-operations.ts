import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { accountOf, jobAnswer } from '../../../features/jobs/job-answer.js';
import { createBookServices } from '../../../features/seals/book-services.js';
import { textRecordsFrom } from '../../../net/text-records.js';
import { BYTE_ORDER_MARK } from '../../../operations/csv.js';
import { LIST_FORMATS, type ListFormat } from '../../../operations/list-file.js';
import type { FileAnswer, LongKind, Operation } from '../../../operations/operation.js';
import {
  type ListFile,
  type OperationRequest,
  runListFile,
  runOperation,
} from '../../../operations/run-operation.js';
import type { Services } from '../../../operations/services.js';
import { jsonText } from '../../../operations/shaped-json.js';
import { RefusedError } from '../errors.js';
import { isLocalRequest } from '../local-request.js';
import { isAddressWithin } from '../rate-limits.js';
import { withoutValidation } from '../without-validation.js';
import {
  actorOf,
  type ManagementContext,
  requireCaller,
  requireOwnOrigin,
  requireScope,
  takeSession,
} from './access.js';
import { describeOperation } from './describe-operation.js';
import { limitUploads } from './limit-uploads.js';
import { listFormatOf } from './list-format.js';

/** Registers the route of every operation. Contract section 5. */
export function registerOperations(
  app: FastifyInstance,
  context: ManagementContext,
  operations: readonly Operation[],
): void {
  const services = servicesOf(context);
  app.decorateRequest('callerSession', null);
  app.decorateRequest('managementKey', null);
  app.decorateRequest('scope', null);
  const limitUpload = limitUploads();
  for (const operation of operations) {
    const { method, path, permission, alsoNeeds, audit, refusals } = operation;
    app.route({
      method,
      url: path,
      exposeHeadRoute: false,
      config: {
        permission,
        ...(alsoNeeds !== undefined && { alsoNeeds }),
        ...(audit !== null && { audit }),
        ...(refusals !== undefined && { failure: refusals.failure }),
      },
      ...(operation.maxBodyBytes !== undefined && { bodyLimit: operation.maxBodyBytes }),
      ...withoutValidation,
      schema: describeOperation(operation),
      onRequest: [
        ...hooksOf(operation, context),
        ...(operation.maxBodyBytes === undefined ? [] : [limitUpload]),
      ],
      handler: async (request, reply) => {
        const asked = {
          services,
          actor: actorOf(request),
          scope: request.scope,
          params: request.params as Record<string, string>,
          input: inputOf(operation, request),
          ...repeatOf(request, reply),
          session: request.callerSession,
          ...(operation.waits && { signal: goneSignal(reply) }),
          key: request.managementKey,
          origin: {
            address: request.ip,
            userAgent: request.headers['user-agent'] ?? null,
            isLocal: isLocalRequest(request),
          },
        };
        const format = operation.readPart === undefined ? null : listFormatOf(request);
        if (format !== null) return sendList(reply, format, await runListFile(operation, asked, format));
        const outcome =
          operation.long === undefined
            ? { answer: await runOperation(operation, asked) }
            : await runLong(context, operation, asked, request, reply);
        if (outcome === null) return reply.hijack();
        if ('job' in outcome) return reply.code(202).send(jobAnswer(outcome.job));
        const { answer } = outcome;
        if (operation.file === undefined)
          return Buffer.isBuffer(answer) ? reply.type(JSON_TYPE).send(answer) : answer;
        return sendFile(reply, operation.file, withMark(operation, asked.input, answer as FileAnswer));
      },
    });
  }
}

const JSON_TYPE = 'application/json; charset=utf-8';

/** Runs an operation that takes long, in its turn; null where its caller has gone. */
async function runLong(
  { longWork }: ManagementContext,
  operation: Operation & { readonly long?: LongKind },
  asked: OperationRequest,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { actor, key = null } = asked;
  const gone = goneSignal(reply);
  const running = longWork.run({
    account: accountOf({ actor, key }),
    operation: operation.name,
    kind: operation.long ?? 'preview',
    gone,
    patienceMs: patienceOf(request),
    work: (control) => runOperation(operation, { ...asked, ...control }),
    fileOf: (answer) =>
      operation.file === undefined
        ? {
            name: `${operation.name}.json`,
            type: 'application/json',
            content: jsonText(answer, operation.output),
          }
        : { type: operation.file, ...(answer as FileAnswer) },
  });
  return running.catch((error: unknown) => {
    if (gone.aborted) return null;
    throw error;
  });
}

/** How long a caller wants to wait for an answer at most, as RFC 7240 says it: `Prefer: wait=5`. */
function patienceOf({ headers: { prefer } }: FastifyRequest): number | undefined {
  const [, seconds] = /(?:^|[,;\s])wait\s*=\s*(\d{1,6})(?=$|[,;\s])/i.exec(String(prefer ?? '')) ?? [];
  return seconds === undefined ? undefined : Number(seconds) * 1000;
}

/** Aborted when the connection is closed before the answer has gone out. */
function goneSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  return gone.signal;
}

/** Authorizes the caller, before a body is read. */
function hooksOf(operation: Operation, context: ManagementContext) {
  const { permission, refusals } = operation;
  const hooks: onRequestAsyncHookHandler[] = [];
  if (refusals !== undefined) {
    hooks.push(async (request) => {
      const { programId } = request.params as { programId: string };
      if (!/^-?\d+$/.test(programId)) throw new RefusedError(refusals.malformed);
    });
  }
  if (permission === 'anyone') {
    hooks.push(requireOwnOrigin(context), limitAnyone(context));
    return operation.takesSession === true ? [...hooks, takeSession(context)] : hooks;
  }
  hooks.push(requireCaller(context, operation), requireOwnOrigin(context));
  return permission === 'session' ? hooks : [...hooks, requireScope(context, operation)];
}

/** Limits what people read who are not signed in, and what they send as signing in is. */
function limitAnyone({ limits }: ManagementContext) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const limit = request.method === 'GET' ? limits.reads : limits.signIn;
    if (!isAddressWithin(limit, request, reply)) return reply;
  };
}

/** Contract 2 section 8. */
function repeatOf({ headers }: FastifyRequest, reply: FastifyReply) {
  const key = headers['idempotency-key'];
  if (typeof key !== 'string') return {};
  return { repeat: { key, onReplay: () => void reply.header('idempotent-replayed', 'true') } };
}

/** The fields that an operation is sent: in the query, the body, or headers. */
function inputOf({ method, inputHeaders }: Operation, request: FastifyRequest): unknown {
  const input = method === 'GET' ? request.query : request.body;
  if (inputHeaders === undefined) return input;
  const fields = Object.entries(inputHeaders).map(([field, header]) => [field, request.headers[header]]);
  return { ...(input as object), ...Object.fromEntries(fields) };
}

/** A file with the byte order mark that `bom` asks for. */
function withMark({ file: type }: Operation, input: unknown, file: FileAnswer): FileAnswer {
  const { bom } = input as { readonly bom?: string };
  return type === 'text/csv' && bom === '1'
    ? { ...file, content: `${BYTE_ORDER_MARK}${file.content}` }
    : file;
}

/** Files that people uploaded are only ever saved: whatever is in them, no browser opens them as a page of the service. */
function sendFile(
  reply: FastifyReply,
  declared: string,
  { name, content, type = declared, isPublic = false }: FileAnswer,
): FastifyReply {
  if (isPublic) {
    reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('cross-origin-resource-policy', 'cross-origin');
  }
  if (declared === 'application/octet-stream') {
    reply
      .header('content-security-policy', "sandbox; default-src 'none'")
      .header('x-content-type-options', 'nosniff');
  }
  return reply
    .header('content-type', type.startsWith('text/') ? `${type}; charset=utf-8` : type)
    .header('content-disposition', dispositionOf(name))
    .send(content);
}

/** Names beyond ASCII also as RFC 6266 has them; what a header cannot carry is replaced. */
function dispositionOf(name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\]/g, '_');
  if (plain === name) return `attachment; filename="${name}"`;
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/** Sends the rows of a list as fast as they are taken. */
function sendList(reply: FastifyReply, format: ListFormat, { name, content }: ListFile): FastifyReply {
  const type = LIST_FORMATS[format];
  return reply
    .header('content-type', format === 'xlsx' ? type : `${type}; charset=utf-8`)
    .header('content-disposition', `attachment; filename="${name}"`)
    .send(Readable.from(content, { objectMode: false }));
}

function servicesOf(context: ManagementContext): Services {
  const { database, settings, tracking, encryption, mailer, securityLog, processor, connector } = context;
  const {
    providers,
    webhooks,
    webhookServices,
    reads,
    storedResponses,
    sealKeys,
    eventNews,
    eventWatch,
    now,
  } = context;
  return {
    now,
    pool: database.pool,
    loadTextRecords: textRecordsFrom(settings.dnsServer),
    reads,
    tracking,
    eventNews,
    eventWatch,
    encryption,
    storedResponses,
    computing: context.computing,
    books: createBookServices(database.pool, sealKeys),
    mailer,
    webhooks: webhookServices,
    securityLog,
    processor,
    connector,
    connections: context.connections,
    adviseOnMetadata: (provider, kind) => providers.get(provider)?.metadataAdvice[kind] ?? null,
    settings: {
      baseUrl: settings.baseUrl,
      hosts: settings.hosts,
      setupTokenHash: settings.setupTokenHash,
      takesProcessorEvents: webhooks.some(({ secrets }) => secrets.length > 0),
    },
    forgetConfiguration: context.forgetConfiguration,
  };
}
