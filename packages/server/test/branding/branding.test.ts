import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { engines } from '../support/engines.js';
import { ask, signIn } from '../support/management.js';
import { openProgram } from '../support/open-program.js';
import { uniqueName } from '../support/seed.js';
import { startService } from '../support/service.js';
import { shared } from '../support/shared.js';
import { seedPartnerUser } from '../support/workspace.js';

const MAX_BYTES = 200 * 1024;
const START = {
  'image/png': '\x89PNG\r\n\x1a\n',
  'image/jpeg': '\xff\xd8\xff',
  'image/webp': 'RIFF\x00\x00\x00\x00WEBP',
} as const;
const imageOf = (type: keyof typeof START, bytes = 1_000) => {
  const start = Buffer.from(START[type], 'latin1');
  return Buffer.concat([start, randomBytes(bytes - start.length)]);
};
const base64 = (content: Buffer | string) => Buffer.from(content).toString('base64');
const NOTHING = { partner_name: null, accent_color: null, accent: null, logo_url: null };

describe.each(engines)('branding on %s', (engine) => {
  const service = shared(() => startService(engine));
  const open = (role?: 'owner' | 'admin' | 'viewer') => openProgram(service, {}, role);

  test('partners, applicants and invited people see the name, colour and logo that the owner chose', async () => {
    const { program, send, inWorkspace, cookie } = await open();
    expect((await inWorkspace('GET', '/branding')).body).toEqual(NOTHING);
    const chosen = { partner_name: 'Tidydesk & Co', accent_color: '#FFCC00' };
    const { status, body } = await inWorkspace('PUT', '/branding', chosen);
    expect([status, body]).toEqual([
      200,
      { ...chosen, accent_color: '#ffcc00', logo_url: null, accent: expect.anything() },
    ]);
    expect(body.accent).toMatchObject({ light: { color: '#8b7000' }, dark: { color: '#ffcc00' } });
    const logo = imageOf('image/png');
    const { logo_url } = (await inWorkspace('PUT', '/branding/logo', { content: base64(logo) })).body;
    const branding = { name: 'Tidydesk & Co', accent: body.accent, logo_url };

    await send('PATCH', '', { accepts_applications: true });
    const form = await ask(service, `/api/public/programs/${program.programId}/application`);
    expect(form.body).toMatchObject({ company: 'Tidydesk & Co', branding });
    const { email } = await seedPartnerUser(service.pool, program, program.partnerId);
    const partner = await ask(service, '/api/partner/programs', { cookie: await signIn(service, email) });
    expect(partner.body.data).toEqual([expect.objectContaining({ company: 'Tidydesk & Co', branding })]);
    const invited = `${uniqueName('new')}@partners.test`;
    await send('POST', '/partners', { email: invited, name: 'New' });
    const mail = service.mails.find(({ to }) => to === invited);
    expect(mail?.subject).toBe('Your invitation to the partner program of Tidydesk & Co');
    expect(mail?.html).toContain('background:#8b7000');
    expect(mail?.html).toContain(`${logo_url}" alt="Tidydesk &amp; Co"`);
    const headers = { 'x-invitation-token': /invitation#(\S+)/.exec(mail?.text ?? '')?.[1] ?? '' };
    expect((await ask(service, '/api/invitation', { headers })).body).toMatchObject({
      workspace: 'Tidydesk & Co',
      branding,
    });

    const back = { partner_name: null, accent_color: null };
    await inWorkspace('PUT', '/branding', back);
    expect((await inWorkspace('PUT', '/branding', back)).body).toEqual({ ...NOTHING, logo_url });
    expect((await inWorkspace('DELETE', '/branding/logo')).body).toEqual(NOTHING);
    const { data } = (await ask(service, `/api/workspaces/${program.workspaceId}/audit`, { cookie })).body;
    const actions = data.map(({ action }: { action: string }) => action);
    expect(actions.filter((action: string) => /branding|logo/.test(action))).toEqual([
      'workspace.logo',
      'workspace.branding',
      'workspace.logo',
      'workspace.branding',
    ]);
  });

  test('a logo is public under an address that names its content, can be kept for ever, and is never a page', async () => {
    const { inWorkspace } = await open();
    for (const type of Object.keys(START) as (keyof typeof START)[]) {
      const content = imageOf(type);
      const { logo_url } = (await inWorkspace('PUT', '/branding/logo', { content: base64(content) })).body;
      const answer = await fetch(`${service.baseUrl}${logo_url}`);
      expect(answer.status).toBe(200);
      expect(Buffer.from(await answer.arrayBuffer()).equals(content)).toBe(true);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': type,
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': "sandbox; default-src 'none'",
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'cross-origin',
        'content-disposition': expect.stringMatching(/^attachment; filename="logo\.(png|jpeg|webp)"$/),
      });
      expect((await fetch(`${service.baseUrl}${logo_url}x`)).status).toBe(404);
      await inWorkspace('DELETE', '/branding/logo');
      expect((await fetch(`${service.baseUrl}${logo_url}`)).status).toBe(404);
    }
  });

  test('takes PNG, JPEG and WebP up to 200 KB and colours of six digits, and nothing else', async () => {
    const { inWorkspace } = await open();
    const upload = (content: Buffer | string) =>
      inWorkspace('PUT', '/branding/logo', { content: base64(content) });
    expect((await upload(imageOf('image/png', MAX_BYTES))).status).toBe(200);
    const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
    for (const content of [imageOf('image/png', MAX_BYTES + 1), svg, '<html></html>', 'GIF89a', '%PDF-1.7']) {
      const { status, body } = await upload(content);
      expect([status, body]).toEqual([400, { error: 'content is invalid' }]);
    }
    expect((await inWorkspace('PUT', '/branding/logo', {})).body).toEqual({ error: 'content is required' });
    for (const accent_color of ['red', '#fff', '#12345g', 'ffcc00', '#ffcc00;', 7]) {
      const answer = await inWorkspace('PUT', '/branding', { partner_name: null, accent_color });
      expect([answer.status, answer.body]).toEqual([400, { error: 'accent_color is invalid' }]);
    }
    const unnamed = await inWorkspace('PUT', '/branding', { partner_name: ' ', accent_color: null });
    expect(unnamed.body).toEqual({ error: 'partner_name is invalid' });
  });

  test('only owners change it, and the team sees it', async () => {
    for (const role of ['admin', 'viewer'] as const) {
      const { inWorkspace } = await open(role);
      expect((await inWorkspace('GET', '/branding')).status).toBe(200);
      const content = base64(imageOf('image/png'));
      const answers = await Promise.all([
        inWorkspace('PUT', '/branding', { partner_name: 'x', accent_color: null }),
        inWorkspace('PUT', '/branding/logo', { content }),
        inWorkspace('DELETE', '/branding/logo'),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    }
  });
});
