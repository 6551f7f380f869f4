import {
  StreamableHTTPClientTransport,
  StreamableHTTPError,
} from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { JSONRPCMessage, RequestId } from '@modelcontextprotocol/sdk/types.js';
import type { ManagementConnection } from './management.js';

/**
 * `svc mcp`: passes messages between an agent on stdin and stdout and `POST /mcp` of the service, until the agent closes its end.
 * Contract 2 section 17.
 */
export async function passMessages(
  { baseUrl, managementKey }: ManagementConnection,
  { only }: { readonly only: string | undefined },
): Promise<void> {
  const url = new URL(`${baseUrl}/mcp`);
  if (only !== undefined) url.searchParams.set('only', only);
  const headers = { authorization: `Bearer ${managementKey}` };
  const service: Transport = new StreamableHTTPClientTransport(url, {
    requestInit: { headers, redirect: 'manual' },
  });
  const agent: Transport = new StdioServerTransport();
  service.onmessage = (message) => void agent.send(message);
  agent.onmessage = (message) => void passOn(service, agent, message);
  await service.start();
  await agent.start();
  await new Promise<void>((resolve) => {
    process.stdin.once('end', resolve);
    process.stdin.once('close', resolve);
  });
  await service.close();
  await agent.close();
}

/** A request that cannot be passed on is answered here, or the agent would wait for ever. */
async function passOn(service: Transport, agent: Transport, message: JSONRPCMessage): Promise<void> {
  try {
    await service.send(message);
  } catch (error) {
    const text = describe(error);
    const { id } = message as { readonly id?: RequestId };
    if (id === undefined) process.stderr.write(`svc: ${text}\n`);
    else await agent.send({ jsonrpc: '2.0', id, error: { code: -32000, message: text } });
  }
}

function describe(error: unknown): string {
  if (error instanceof StreamableHTTPError && error.code === 401)
    return 'The service does not know this SVC_MANAGEMENT_KEY: it is mistyped, revoked, expired, or the API key of a program';
  return error instanceof Error ? error.message : String(error);
}
