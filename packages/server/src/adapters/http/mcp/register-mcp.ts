import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Operation } from '../../../operations/operation.js';
import { bearerToken } from '../bearer.js';
import type { HttpContext } from '../context.js';
import { RefusedError, sendError } from '../errors.js';
import { isAddressWithin } from '../rate-limits.js';
import type { ToolAnswer } from './answer-messages.js';
import type { Tool, ToolRequest } from './tool.js';
import { selectTools, TOOL_GROUPS } from './tool-groups.js';
import { toolsFor, whyNotOffered } from './tools.js';

/**
 * POST /mcp: every operation that a management key allows, as tools of the Model Context Protocol. Each call is a request to the HTTP
 * interface with the same key, so that permissions, audit entries and errors are those of that interface. Contract 2 section 17.
 */
export function registerMcp(
  app: FastifyInstance,
  { managementKeys, limits }: Pick<HttpContext, 'managementKeys' | 'limits'>,
  operations: readonly Operation[],
): void {
  const schema = {
    tags: ['agents'],
    operationId: 'mcp',
    summary:
      'The Model Context Protocol (Streamable HTTP): the operations that a management key allows, as tools',
    security: [{ managementKey: [] }],
  };
  app.post('/mcp', { schema }, async (request, reply) => {
    const key = await managementKeys.use(bearerToken(request.headers.authorization) ?? '', request.ip);
    if (key === null) {
      if (!isAddressWithin(limits.reads, request, reply)) return reply;
      throw new RefusedError('api_key_unknown');
    }
    const tools = offered(toolsFor(key, operations), request);
    // Only who uses it pays for loading the protocol.
    const { answerMessages } = await import('./answer-messages.js');
    const session = {
      tools,
      whyNotOffered: (name: string) => whyNotOffered(name, key, operations),
      send: (sent: ToolRequest) => sendInside(app, request, sent),
    };
    const response = await answerMessages(webRequestOf(request), request.body, session);
    reply.code(response.status).header('cache-control', 'no-store');
    for (const [name, value] of response.headers) reply.header(name, value);
    return reply.send(await response.text());
  });
  // There is no stream to listen to and no session to end, which clients find out by asking.
  app.route({
    method: ['GET', 'DELETE'],
    url: '/mcp',
    exposeHeadRoute: false,
    schema: { hide: true },
    handler: (_request, reply) => sendError(reply.header('allow', 'POST'), 'method_not_allowed'),
  });
}

/** Selects the groups of tools that `?only=` names. */
function offered(tools: readonly Tool[], { query }: FastifyRequest): readonly Tool[] {
  const { only } = query as { readonly only?: string | string[] };
  const selected = selectTools(tools, Array.isArray(only) ? only.join(',') : only);
  if (selected === null) throw new RefusedError('tool_group_unknown', TOOL_GROUPS);
  return selected;
}

/** Sends a request to a route of this application, as if the caller had sent it. */
async function sendInside(
  app: FastifyInstance,
  { ip, headers: { authorization, host, 'user-agent': agent } }: FastifyRequest,
  { method, url, headers, body }: ToolRequest,
): Promise<ToolAnswer> {
  const response = await app.inject({
    method,
    url,
    remoteAddress: ip,
    headers: { ...headers, authorization, host, ...(agent !== undefined && { 'user-agent': agent }) },
    ...(body !== null && { payload: body }),
  });
  const code = response.headers['svc-error-code'];
  return { status: response.statusCode, body: response.body, code: typeof code === 'string' ? code : null };
}

function webRequestOf({ headers, url, protocol, host, method }: FastifyRequest): Request {
  const plain = Object.entries(headers).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  const request = new Request(new URL(url, `${protocol}://${host}`), { method, headers: plain });
  // The answer is JSON for every client. The protocol asks them to accept a stream as well, which many do not say.
  request.headers.set('accept', 'application/json, text/event-stream');
  return request;
}
