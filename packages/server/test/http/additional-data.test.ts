import { beforeAll, describe, expect, test } from 'vitest';
import { engines } from '../support/engines.js';
import { type SeededProgram, seedProgram, uniqueName } from '../support/seed.js';
import { startService } from '../support/service.js';
import { shared } from '../support/shared.js';
import { type TrackingClient, trackingClient } from './tracking-client.js';

const MAX_BYTES = 4096;

/** Data whose JSON has this many bytes in UTF-8, filled with one character. */
function additionalDataOf(bytes: number, character: string): Record<string, string> {
  const rest = bytes - JSON.stringify({ note: '' }).length;
  const width = Buffer.byteLength(JSON.stringify(character)) - 2;
  const data = { note: character.repeat(Math.floor(rest / width)) + 'x'.repeat(rest % width) };
  expect(Buffer.byteLength(JSON.stringify(data))).toBe(bytes);
  return data;
}

describe.each(engines)('additional_data on %s', (engine) => {
  const service = shared(() => startService(engine));
  let client: TrackingClient;
  let program: SeededProgram;
  let customerKey: string;
  beforeAll(async () => {
    client = trackingClient(service);
    program = await seedProgram(service.pool);
    customerKey = (await client.customer(program)).customerKey;
  });

  const senders = {
    click: (additional_data: unknown) =>
      client.click({ affiliate_url: program.affiliateUrl, additional_data }, { origin: program.origin }),
    lead: (additional_data: unknown) =>
      client.lead({ customer_key: uniqueName('customer'), additional_data }, { origin: program.origin }),
    'lead of a server': (additional_data: unknown) =>
      client.lead({ customer_key: uniqueName('customer'), additional_data }, { key: program.apiKey }),
    sale: (additional_data: unknown) =>
      client.sale(
        { transaction_id: uniqueName('order'), amount_cents: 1, customer_key: customerKey, additional_data },
        { key: program.apiKey },
      ),
  };

  /** How many events the program has, and the longest data of them. */
  const stored = async () => {
    const { rows } = await service.pool.query(
      `select count(*)::int as events, max(octet_length(additional_data)) as longest from (
         select additional_data from clicks where program_id = $1
         union all select additional_data from leads where program_id = $1
         union all select additional_data from sales where program_id = $1) e`,
      [program.programId],
    );
    return rows[0];
  };

  describe.each(Object.entries(senders))('of a %s', (_what, send) => {
    test.each(['x', 'é', '€', '😀', '"', '\u0000', '\ud800'])(
      'is kept up to 4 KiB of JSON in UTF-8, and refused beyond: %j',
      async (character) => {
        const before = await stored();
        expect((await send(additionalDataOf(MAX_BYTES, character))).status).toBe(200);
        const kept = { events: before.events + 1, longest: MAX_BYTES };
        expect(await stored()).toEqual(kept);
        const refused = await send(additionalDataOf(MAX_BYTES + 1, character));
        expect([refused.status, refused.body]).toEqual([400, { error: 'additional_data is invalid' }]);
        expect(refused.headers.get('svc-error-code')).toBe('additional_data_invalid');
        expect(await stored()).toEqual(kept);
      },
    );

    test('is ignored where it is no object, however large', async () => {
      expect((await send('x'.repeat(10_000))).status).toBe(200);
      expect((await send(Array(5_000).fill(1))).status).toBe(200);
    });
  });

  test('is refused where it is nested too deep to be written', async () => {
    const deep = `{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`;
    const raw = `{"affiliate_url":"${program.affiliateUrl}","additional_data":${deep}}`;
    const refused = await client.click(undefined, { key: program.apiKey, raw });
    expect([refused.status, refused.body]).toEqual([400, { error: 'additional_data is invalid' }]);
  });
});
