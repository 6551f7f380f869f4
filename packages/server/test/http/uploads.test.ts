import { type ClientRequest, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask, signInAs } from '../support/management.js';
import { seedProgram } from '../support/seed.js';
import { type RunningService, startService } from '../support/service.js';

const MAX_UPLOADS = 8;

describe('large bodies', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await startService('embedded');
  });
  afterAll(() => service.close());

  test.each(['imports', 'assets', 'partners/import'])(
    'are refused at %s while as many as a process takes are being read, and small bodies are not',
    async (path) => {
      const { programId, workspaceId } = await seedProgram(service.pool);
      const cookie = await signInAs(service, workspaceId, 'owner');
      const url = `/api/programs/${programId}/${path}`;
      const open: ClientRequest[] = [];
      for (let number = 0; number < MAX_UPLOADS; number += 1) {
        const upload = request(`${service.baseUrl}/api/programs/${programId}/imports`, {
          method: 'POST',
          headers: { cookie, 'content-type': 'application/json', 'content-length': 1_000_000 },
        });
        upload.on('error', () => undefined);
        upload.write('{');
        open.push(upload);
      }
      const upload = () => ask(service, url, { method: 'POST', cookie, body: {} });
      await expect.poll(async () => (await upload()).status).toBe(503);
      const refused = await upload();
      expect(refused.headers.get('retry-after')).toBe('5');
      expect(refused.body).toEqual({ error: 'Too much work is waiting: try again later' });
      expect((await ask(service, `/api/programs/${programId}`, { cookie })).status).toBe(200);
      for (const one of open) one.destroy();
      await expect.poll(async () => (await upload()).status).toBe(400);
    },
  );
});
