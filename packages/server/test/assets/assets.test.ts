import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { engines } from '../support/engines.js';
import { ask, signIn, signInAs } from '../support/management.js';
import { openProgram } from '../support/open-program.js';
import { uniqueName } from '../support/seed.js';
import { startService } from '../support/service.js';
import { shared } from '../support/shared.js';
import { seedPartnerUser } from '../support/workspace.js';

const MAX_BYTES = 5 * 1024 * 1024;
const PNG = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), randomBytes(200_000)]);
const base64 = (content: Buffer | string) => Buffer.from(content).toString('base64');

describe.each(engines)('assets on %s', (engine) => {
  const service = shared(() => startService(engine));

  async function open() {
    const opened = await openProgram(service);
    const { program, send } = opened;
    const { email } = await seedPartnerUser(service.pool, program, program.partnerId);
    const cookie = await signIn(service, email);
    const own = `/api/partner/programs/${program.programId}`;
    return {
      ...opened,
      partnerCookie: cookie,
      asPartner: (path: string) => ask(service, `${own}${path}`, { cookie }),
      add: (body: object) => send('POST', '/assets', body),
      fetchFile: (path: string, session: string) =>
        fetch(`${service.baseUrl}${path}`, { headers: { cookie: session } }),
    };
  }

  test('a file comes back byte for byte, to be saved and never to be opened as a page', async () => {
    const { program, add, cookie, partnerCookie, fetchFile } = await open();
    const { status, body } = await add({ name: 'Logo', file_name: 'Größe "1".png', content: base64(PNG) });
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({ kind: 'file', media_type: 'image/png', size_bytes: PNG.length, body: null }),
    ]);
    for (const [base, session] of [
      ['/api/programs', cookie],
      ['/api/partner/programs', partnerCookie],
    ] as const) {
      const path = `${base}/${program.programId}/assets/${body.id}/file`;
      const answer = await fetchFile(path, session);
      expect(answer.status).toBe(200);
      expect(Buffer.from(await answer.arrayBuffer()).equals(PNG)).toBe(true);
      expect(answer.headers.get('content-type')).toBe('image/png');
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      expect(answer.headers.get('content-security-policy')).toBe("sandbox; default-src 'none'");
      expect(answer.headers.get('content-disposition')).toBe(
        `attachment; filename="Gr__e _1_.png"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%221%22.png`,
      );
    }
  });

  test('takes 5 MB and not a byte more, and only what the name says it is', async () => {
    const { add } = await open();
    const text = Buffer.alloc(MAX_BYTES, 'a');
    expect((await add({ name: 'a', file_name: 'a.txt', content: base64(text) })).body.size_bytes).toBe(
      MAX_BYTES,
    );
    const longer = Buffer.alloc(MAX_BYTES + 1, 'a');
    expect((await add({ name: 'a', file_name: 'a.txt', content: base64(longer) })).status).toBe(400);
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    const refused: readonly [string, Buffer | string][] = [
      ['logo.svg', svg],
      ['logo.png', svg],
      ['page.html', '<script>alert(1)</script>'],
      ['logo', PNG],
      ['logo.jpg', PNG],
      ['binary.txt', Buffer.from([0, 1, 2, 3])],
      ['constructor', PNG],
      ['../logo.png', PNG],
    ];
    for (const [name, content] of refused) {
      const { status, body } = await add({ name: 'x', file_name: name, content: base64(content) });
      expect([name, status, body]).toEqual([name, 400, { error: 'file_name is invalid' }]);
    }
    expect((await add({ name: 'x', file_name: 'a.png', content: '!!!!' })).body).toEqual({
      error: 'content is invalid',
    });
    expect((await add({ name: 'x' })).status).toBe(400);
    expect((await add({ name: 'x', body: 'a', file_name: 'a.png', content: base64(PNG) })).status).toBe(400);
  });

  test('fills in the link of the partner who reads a text, and shows neither what is archived nor anything to others', async () => {
    const { program, add, send, asPartner, cookie, partnerCookie, fetchFile } = await open();
    const text = (await add({ name: 'Post', body: 'Try it: {link} ({link})' })).body;
    const file = (await add({ name: 'Guide', file_name: 'a.pdf', content: base64('%PDF-1.7') })).body;
    const { data: links } = (await asPartner('/links')).body;
    const shown = (await asPartner('/assets')).body.data;
    const url = links[0].referral_url;
    expect(shown.map(({ name }: { name: string }) => name)).toEqual(['Guide', 'Post']);
    expect(shown[1].body).toBe(`Try it: ${url} (${url})`);
    expect(shown[1]).not.toHaveProperty('is_archived');

    const renamed = await send('PATCH', `/assets/${text.id}`, { name: 'Short post', body: 'Hi {link}' });
    expect(renamed.body).toMatchObject({ name: 'Short post', body: 'Hi {link}' });
    expect((await send('PATCH', `/assets/${file.id}`, { body: 'x' })).body).toEqual({
      error: 'body is invalid',
    });
    await send('PATCH', `/assets/${file.id}`, { is_archived: true });
    expect((await asPartner('/assets')).body.data).toHaveLength(1);
    const ofPartner = `/api/partner/programs/${program.programId}/assets/${file.id}/file`;
    expect((await fetchFile(ofPartner, partnerCookie)).status).toBe(404);
    const ofTeam = `/api/programs/${program.programId}/assets/${file.id}/file`;
    expect((await fetchFile(ofTeam, cookie)).status).toBe(200);
    const archived = (await send('GET', '/assets?archived=true')).body.data;
    expect(archived.map(({ id }: { id: number }) => id)).toEqual([file.id]);
    await send('PATCH', `/assets/${file.id}`, { is_archived: false });
    expect((await fetchFile(ofPartner, partnerCookie)).status).toBe(200);
    const { data: entries } = (await ask(service, `/api/workspaces/${program.workspaceId}/audit`, { cookie }))
      .body;
    const actions = entries.map(({ action }: { action: string }) => action);
    expect(actions.filter((action: string) => action.startsWith('asset.'))).toHaveLength(5);

    const stranger = await open();
    expect((await fetchFile(ofTeam, stranger.cookie)).status).toBe(404);
    expect((await fetchFile(ofPartner, stranger.partnerCookie)).status).toBe(404);
    expect((await fetchFile(ofPartner, cookie)).status).toBe(404);
    expect((await stranger.send('PATCH', `/assets/${file.id}`, { name: 'x' })).status).toBe(404);
    const elsewhere = `/api/programs/${stranger.program.programId}/assets/${file.id}/file`;
    expect((await fetchFile(elsewhere, stranger.cookie)).status).toBe(404);
    const viewer = await signInAs(service, program.workspaceId, 'viewer');
    expect((await fetchFile(ofTeam, viewer)).status).toBe(200);
    const post = { method: 'POST', cookie: viewer, body: { name: uniqueName('x'), body: 'x' } };
    expect((await ask(service, `/api/programs/${program.programId}/assets`, post)).status).toBe(404);
    await service.pool.query(`update enrollments set status = 'suspended' where program_id = $1`, [
      program.programId,
    ]);
    expect((await asPartner('/assets')).status).toBe(404);
    expect((await fetchFile(ofPartner, partnerCookie)).status).toBe(404);
  });
});
