import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { permissionsOf } from '../../server/src/operations/permissions.js';
import { type SeededProgram, seedManagementKey, seedProgram } from '../../server/test/support/seed.js';
import { type RunningService, startService } from '../../server/test/support/service.js';
import { newProject, svcCommand } from './support.js';

let service: RunningService;
let program: SeededProgram;
beforeAll(async () => {
  service = await startService('postgres');
  program = await seedProgram(service.pool);
});
afterAll(() => service.close());

/** An agent that starts `svc mcp`. */
async function startAgent(args: readonly string[], managementKey: string): Promise<Client> {
  const [command = '', ...more] = svcCommand(['mcp', ...args]);
  const client = new Client({ name: 'test', version: '1' });
  onTestFinished(() => client.close());
  await client.connect(
    new StdioClientTransport({
      command,
      args: more,
      cwd: newProject().folder,
      env: { PATH: process.env.PATH ?? '', SVC_BASE_URL: service.baseUrl, SVC_MANAGEMENT_KEY: managementKey },
    }),
  );
  return client;
}

async function newKey(): Promise<string> {
  const permissions = permissionsOf('admin');
  return (await seedManagementKey(service.pool, program, { permissions })).managementKey;
}

test('an agent on stdin and stdout reads what the service has', async () => {
  const client = await startAgent([], await newKey());
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['explain', 'listSales', 'createLink']),
  );
  const { content } = await client.callTool({
    name: 'readProgram',
    arguments: { programId: program.programId },
  });
  const [{ text = '' } = {}] = content as { text?: string }[];
  expect(JSON.parse(text)).toMatchObject({ id: program.programId });
});

test('--read-only offers nothing that changes data', async () => {
  const client = await startAgent(['--read-only'], await newKey());
  const { tools } = await client.listTools();
  expect(tools.length).toBeGreaterThan(20);
  expect(tools.filter(({ annotations }) => annotations?.readOnlyHint !== true)).toEqual([]);
});

test('a key that the service refuses is an answer, not silence', async () => {
  await expect(startAgent([], 'svc_mk_unknown')).rejects.toThrow(
    'The service does not know this SVC_MANAGEMENT_KEY',
  );
});
