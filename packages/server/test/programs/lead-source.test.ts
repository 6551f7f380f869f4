import { describe, expect, test } from 'vitest';
import { exampleFile, newNames, provision } from '../provision/provision-support.js';
import { engines } from '../support/engines.js';
import { ask } from '../support/management.js';
import { openProgram } from '../support/open-program.js';
import { uniqueName } from '../support/seed.js';
import { startService } from '../support/service.js';
import { shared } from '../support/shared.js';

describe.each(engines)('the setting lead_source on %s', (engine) => {
  const service = shared(() => startService(engine));

  async function openProgramWithPage() {
    const { program, send: ofProgram, inWorkspace: ofWorkspace } = await openProgram(service);
    const lead = async () => {
      const response = await fetch(`${service.baseUrl}/api/v1/track/lead`, {
        method: 'POST',
        headers: { origin: program.origin, 'content-type': 'text/plain' },
        body: JSON.stringify({ customer_key: uniqueName('user') }),
      });
      return response.status;
    };
    return { program, lead, ofProgram, ofWorkspace };
  }

  test('is `any` unless it is set, is changed with an audit entry, and counts for the next lead', async () => {
    const { program, ofProgram, ofWorkspace, lead } = await openProgramWithPage();
    expect((await ofProgram('GET', '')).body).toMatchObject({ lead_source: 'any' });
    expect(await lead()).toBe(200);
    expect((await ofProgram('PATCH', '', { lead_source: 'server' })).body).toMatchObject({
      id: program.programId,
      lead_source: 'server',
    });
    expect(await lead()).toBe(403);
    const { body: log } = await ofWorkspace('GET', '/audit');
    expect(log.data[0]).toMatchObject({
      action: 'program.update',
      before: { lead_source: 'any' },
      after: { lead_source: 'server' },
    });
    const { body: programs } = await ofWorkspace('GET', '/programs');
    expect(programs.data).toMatchObject([{ id: program.programId, lead_source: 'server' }]);
    const status = await ask(service, '/api/v1/cli/status', {
      headers: { authorization: `Bearer ${program.apiKey}` },
    });
    expect(status.body.program.lead_source).toBe('server');
    await ofProgram('PATCH', '', { name: uniqueName('renamed') });
    expect((await ofProgram('GET', '')).body.lead_source).toBe('server');
    await ofProgram('PATCH', '', { lead_source: 'any' });
    expect(await lead()).toBe(200);
  });

  test('can be given with a new program; any other word is refused', async () => {
    const { ofProgram, ofWorkspace } = await openProgramWithPage();
    const program = {
      name: uniqueName('program'),
      domain: 'acme.test',
      commission: { type: 'flat', amount_cents: 1 },
    };
    for (const wrong of ['browser', 'SERVER', '', null, true]) {
      for (const answer of [
        await ofWorkspace('POST', '/programs', { ...program, lead_source: wrong }),
        await ofProgram('PATCH', '', { lead_source: wrong }),
      ]) {
        expect([answer.status, answer.body]).toEqual([400, { error: 'lead_source is invalid' }]);
      }
    }
    const made = await ofWorkspace('POST', '/programs', { ...program, lead_source: 'server' });
    expect(made.body).toMatchObject({ lead_source: 'server' });
  });

  test('can be given in a provision file; left out, it stays as it is', async () => {
    const names = newNames();
    const file = exampleFile(names);
    const [entry] = file.workspaces[0].programs;
    const provisionedWith = async (leadSource: string | undefined) => {
      entry.lead_source = leadSource;
      await provision(service.pool, file);
      const { rows } = await service.pool.query(
        'select p.lead_source from programs p join workspaces w on w.id = p.workspace_id where w.name = $1',
        [names.workspace],
      );
      return rows[0]?.lead_source;
    };
    expect(await provisionedWith(undefined)).toBe('any');
    expect(await provisionedWith('server')).toBe('server');
    expect(await provisionedWith(undefined)).toBe('server');
    expect(await provisionedWith('any')).toBe('any');
    await expect(provisionedWith('browser')).rejects.toMatchObject({
      problems: ['workspaces[0].programs[0].lead_source: must be one of any, server'],
    });
  });
});
