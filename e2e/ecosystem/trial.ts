import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { type EmptyProject, installPacked } from '../../packages/node/test/packed.js';
import { seedProgram, uniqueName } from '../../packages/server/test/support/seed.js';
import { startService } from '../../packages/server/test/support/service.js';
import { shared } from '../../packages/server/test/support/shared.js';

/** Arguments of `exercise`. */
export interface Exercise {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly id: string;
  readonly clickId: string;
  readonly webhook: {
    readonly body: string;
    readonly headers: Record<string, string>;
    readonly secret: string;
  };
}

/** A service, and a project outside the repository with the packed client packages. */
export interface Trial {
  readonly project: EmptyProject;
  /** Arguments for one run of `exercise`, with a click of its own. */
  prepare(): Promise<Exercise>;
  /** Checks the result of a run, and that the service has recorded its sale. */
  expectDone(exercise: Exercise, result: unknown): Promise<void>;
  close(): Promise<void>;
}

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

/** The trial of a suite, whose project also has `dependencies` from the registry. */
export function sharedTrial(dependencies?: Readonly<Record<string, string>>): Trial {
  return shared(() => openTrial(dependencies), 900_000);
}

async function openTrial(dependencies?: Readonly<Record<string, string>>): Promise<Trial> {
  const service = await startService('embedded');
  const program = await seedProgram(service.pool);
  const project = await installPacked(['packages/node', 'packages/browser'], dependencies);
  await project.write(
    'exercise.js',
    readFileSync(fileURLToPath(new URL('exercise.js', import.meta.url)), 'utf8'),
  );
  return {
    project,
    prepare: async () => {
      const click = await fetch(`${service.baseUrl}/track/click`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: program.origin },
        body: JSON.stringify({ affiliate_url: program.affiliateUrl }),
      });
      const { click_id: clickId } = (await click.json()) as { click_id: string };
      return {
        baseUrl: service.baseUrl,
        apiKey: program.apiKey,
        id: uniqueName('order'),
        clickId,
        webhook: signedWebhook(),
      };
    },
    expectDone: async ({ id }, result) => {
      expect(result).toEqual({ lead: true, sale: true, refund: true, event: 'sale.created', forged: true });
      const { rows } = await service.pool.query(
        `select s.amount_cents - r.amount_cents as rest from sales s
         join sale_references f on f.sale_id = s.id join refunds r on r.sale_id = s.id where f.reference = $1`,
        [id],
      );
      expect(rows.map(({ rest }) => Number(rest))).toEqual([4000]);
    },
    close: async () => {
      project.remove();
      await service.close();
    },
  };
}

/** A webhook request, signed as the Standard Webhooks specification says, with nothing of the library. */
function signedWebhook(): Exercise['webhook'] {
  const body = '{"id":"evt_1","type":"sale.created","sequence":7}';
  const timestamp = String(Math.floor(Date.now() / 1000));
  const key = Buffer.from(SECRET.slice('whsec_'.length), 'base64');
  const signature = createHmac('sha256', key).update(`evt_1.${timestamp}.${body}`).digest('base64');
  const headers = {
    'webhook-id': 'evt_1',
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  };
  return { body, headers, secret: SECRET };
}
