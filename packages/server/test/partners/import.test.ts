import { describe, expect, test } from 'vitest';
import { sendInvitationMails } from '../../src/features/people/send-invitation-mails.js';
import { verifyBooks } from '../../src/verify/verify.js';
import { engines } from '../support/engines.js';
import { seedUser, signIn, signInAs } from '../support/management.js';
import { createSender, openProgram } from '../support/open-program.js';
import { seedLink, seedWorkspace, uniqueName } from '../support/seed.js';
import { startService } from '../support/service.js';
import { shared } from '../support/shared.js';

interface Row {
  readonly line: number;
  readonly email: string;
  readonly result: string;
  readonly problem: string | null;
  readonly value: string | null;
}

describe.each(engines)('imports of partners on %s', (engine) => {
  const service = shared(() => startService(engine));

  async function open() {
    const opened = await openProgram(service);
    const { send } = opened;
    const host = uniqueName('mail');
    return {
      ...opened,
      at: (name: string) => `${name}@${host}.test`,
      importFile: (text: string, more: object = {}) => send('POST', '/partners/import', { text, ...more }),
      partners: async () => (await send('GET', '/partners?limit=200&sort=name')).body.data,
      mailsTo: (to: string) => service.mails.filter((mail) => mail.to === to),
    };
  }

  const results = (body: { readonly rows: readonly Row[] }) =>
    body.rows.map(({ line, result, problem, value }) => [line, result, problem, value]);

  const sendMails = (limit = 1000) =>
    sendInvitationMails(service.pool, { mailer: service.mailer, baseUrl: 'http://service.test' }, limit);

  test('invite everyone whose row is right, with group, tags and link; a preview writes nothing, and the same file again changes nothing', async () => {
    const { send, importFile, partners, at, inWorkspace, mailsTo } = await open();
    const group = (
      await send('POST', '/groups', { name: 'Agencies', commission: { type: 'percent', basis_points: 2500 } })
    ).body;
    const link = uniqueName('link');
    const file = [
      'Email;Full name;Group;Tags;Link',
      `${at('MARIA')};Maria Silva;agencies;VIP, Berlin ;${link}`,
      `${at('jonas')};;;;`,
      '',
      'not an address;X;;;',
      `${at('maria')};Twice;;;`,
      `${at('nobody')};Nobody;Strangers;;`,
    ].join('\r\n');
    const before = await partners();
    const expected = [
      [2, 'new', null, null],
      [3, 'new', null, null],
      [5, 'wrong', 'email_invalid', 'not an address'],
      [6, 'wrong', 'duplicate', at('maria')],
      [7, 'wrong', 'group_unknown', 'Strangers'],
    ];
    const preview = await importFile(`\uFEFF${file}`, { preview: true });
    expect([preview.status, results(preview.body)]).toEqual([200, expected]);
    expect(preview.body).toMatchObject({ new_count: 2, known_count: 0, wrong_count: 3, file_problem: null });
    expect(await partners()).toEqual(before);

    const done = await importFile(file);
    expect([done.status, results(done.body)]).toEqual([200, expected]);
    const added = (await partners()).filter(
      ({ id }: { id: number }) => !before.some((one: { id: number }) => one.id === id),
    );
    expect(added).toMatchObject([
      { name: at('jonas'), email: at('jonas'), status: 'approved', group: null, tags: [], commission: null },
      {
        name: 'Maria Silva',
        email: at('maria'),
        status: 'approved',
        group_id: group.id,
        tags: ['berlin', 'vip'],
        commission: { basis_points: 2500 },
      },
    ]);
    const maria = (await send('GET', `/partners/${added[1].id}`)).body;
    expect(maria.links).toMatchObject([{ short_link: link }]);
    expect(mailsTo(at('maria'))).toEqual([]);
    const { data: entries } = (await inWorkspace('GET', '/audit')).body;
    const invited = entries.filter(({ action }: { action: string }) => action === 'partner.invite');
    expect(invited.map(({ after }: { after: { email: string } }) => after.email).sort()).toEqual([
      at('jonas'),
      at('maria'),
    ]);
    expect(entries.some(({ action }: { action: string }) => action === 'link.create')).toBe(true);

    const again = await importFile(file);
    expect(results(again.body).slice(0, 2)).toEqual([
      [2, 'known', null, null],
      [3, 'known', null, null],
    ]);
    expect(again.body).toMatchObject({ new_count: 0, known_count: 2, wrong_count: 3 });
    expect((await inWorkspace('GET', '/audit')).body.data).toHaveLength(entries.length);
    expect((await verifyBooks(service.pool)).differences).toEqual([]);
  });

  test('email each invitation once, after the answer, with a link that works', async () => {
    const { importFile, at, mailsTo } = await open();
    await importFile(`email\n${at('one')}\n${at('two')}\n`);
    expect([...mailsTo(at('one')), ...mailsTo(at('two'))]).toEqual([]);
    await Promise.all([sendMails(), sendMails()]);
    await sendMails();
    const [mail, ...others] = mailsTo(at('one'));
    expect([others, mailsTo(at('two')).length]).toEqual([[], 1]);
    const token = /\/invitation#(\S+)/.exec(mail?.text ?? '')?.[1];
    const invitation = await fetch(`${service.baseUrl}/api/invitation`, {
      headers: { 'x-invitation-token': token ?? '' },
    });
    expect([invitation.status, token]).toEqual([200, expect.stringMatching(/^[\w-]{43}$/)]);
  });

  test('that an email server refuses are emailed later, and those that ended meanwhile are not', async () => {
    const { send, importFile, at, partners, mailsTo } = await open();
    await importFile(`email\n${at('late')}\n${at('again')}\n`);
    const again = (await partners()).find(({ email }: { email: string }) => email === at('again'));
    await send('POST', `/partners/${again.id}/invitation`, {});
    const refusing = { hasServer: true, send: async () => false };
    await sendInvitationMails(service.pool, { mailer: refusing, baseUrl: '' }, 1000);
    await sendMails();
    expect(mailsTo(at('late'))).toEqual([]);
    const { rowCount } = await service.pool.query(
      `update invitations set mail_at = now() where email = $1 and mail_at > now() + interval '5 minutes'`,
      [at('late')],
    );
    expect(rowCount).toBe(1);
    await sendMails();
    expect([mailsTo(at('late')).length, mailsTo(at('again')).length]).toEqual([1, 1]);
  });

  test('are emailed again where the process ends while one is sent, and count as sent where emails are files', async () => {
    const { importFile, at, mailsTo } = await open();
    const isDue = async (email: string) =>
      (
        await service.pool.query('select mail_at is not null as due from invitations where email = $1', [
          email,
        ])
      ).rows;
    await importFile(`email\n${at('killed')}\n`);
    const killed = { hasServer: true, send: () => Promise.reject(new Error('killed')) };
    await expect(sendInvitationMails(service.pool, { mailer: killed, baseUrl: '' }, 1)).rejects.toThrow(
      'killed',
    );
    expect(await isDue(at('killed'))).toEqual([{ due: true }]);
    await service.pool.query('update invitations set mail_at = now() where email = $1', [at('killed')]);
    await sendMails();
    expect([mailsTo(at('killed')).length, await isDue(at('killed'))]).toEqual([1, [{ due: false }]]);
    await importFile(`email\n${at('filed')}\n`);
    const filing = { hasServer: false, send: async () => false };
    await sendInvitationMails(service.pool, { mailer: filing, baseUrl: '' }, 1000);
    expect(await isDue(at('filed'))).toEqual([{ due: false }]);
  });

  test('say what is wrong with each row, and take separators and columns as tables write them', async () => {
    const { program, send, importFile, at } = await open();
    await send('POST', '/groups', { name: 'Gold', commission: { type: 'percent', basis_points: 5000 } });
    const { shortLink } = await seedLink(service.pool, { workspaceId: program.workspaceId });
    const long = 'x'.repeat(201);
    const rows = [
      [at('a'), long, '', '', ''],
      [at('b'), 'B', '', `${'t'.repeat(31)}`, ''],
      [at('c'), 'C', '', '', shortLink.toUpperCase()],
      [at('d'), 'D', '', '', 'two words'],
      [at('e'), 'E', '', '', 'same-link'.concat(String(program.programId))],
      [at('f'), 'F', '', '', 'SAME-link'.concat(String(program.programId))],
      ['', 'G', '', '', ''],
      [at('h'), '#REF!', '', '', ''],
      [at('i'), 'I', '', 'vip; #NAME?', ''],
      [at('j'), 'J', '', '', '#N/A'],
      [at('k'), '1,23E+08', '', '', ''],
      [at('l'), 'L', '', '', `3-mar${program.programId}`],
    ];
    const text = ['E-Mail\tname\tgroup\ttags\tlink', ...rows.map((cells) => cells.join('\t'))].join('\n');
    const { body } = await importFile(text, { preview: true });
    expect(body.rows.map(({ problem }: Row) => problem)).toEqual([
      'name_invalid',
      'tags_invalid',
      'link_taken',
      'link_invalid',
      null,
      'link_taken',
      'email_invalid',
      ...Array(4).fill('cell_rewritten'),
      null,
    ]);
    const member = createSender(
      service,
      await signInAs(service, program.workspaceId, 'member'),
      `/api/programs/${program.programId}`,
    );
    const asMember = await member('POST', '/partners/import', { text: `email,group\n${at('m')},gold` });
    expect([asMember.status, results(asMember.body)]).toEqual([
      200,
      [[2, 'wrong', 'group_not_permitted', 'gold']],
    ]);
  });

  test('of no file of partners say why, and write nothing', async () => {
    const { importFile, at, partners } = await open();
    const before = await partners();
    const many = ['email', ...Array.from({ length: 2001 }, (_, index) => at(`p${index}`))].join('\n');
    const problems = await Promise.all(
      [`name,tags\nMaria,vip`, `email\n`, `email\n"${at('open')}`, many].map(async (text) => {
        const { status, body } = await importFile(text);
        return [status, body.rows, body.file_problem];
      }),
    );
    expect(problems).toEqual([
      [200, [], { problem: 'no_email_column', line: 1 }],
      [200, [], { problem: 'no_rows', line: null }],
      [200, [], { problem: 'not_csv', line: 2 }],
      [200, [], { problem: 'too_many_rows', line: 2002 }],
    ]);
    for (const text of ['', 7, null, 'nul \0']) {
      expect((await importFile(text as string)).status).toBe(400);
    }
    expect(await partners()).toEqual(before);
  });

  test('reuse partners of other programs, and take turns with each other', async () => {
    const { program, importFile, at, partners } = await open();
    await service.pool.query('insert into partners (workspace_id, email, name) values ($1, $2, $3)', [
      program.workspaceId,
      at('known'),
      'Known before',
    ]);
    const text = [
      'email,name',
      `${at('known')},Other name`,
      ...['a', 'b', 'c'].map((name) => `${at(name)},${name}`),
    ].join('\n');
    const answers = await Promise.all([importFile(text), importFile(text)]);
    expect(answers.map(({ status, body }) => [status, body.new_count]).sort()).toEqual([
      [200, 0],
      [200, 4],
    ]);
    expect((await partners()).filter(({ email }: { email: string }) => email === at('known'))).toMatchObject([
      { name: 'Known before' },
    ]);
  });

  test('take the permission to change partners of this program, and an open one', async () => {
    const { program, at, send } = await open();
    const text = `email\n${at('x')}`;
    const strangers = [
      await signInAs(service, program.workspaceId, 'viewer'),
      await signInAs(service, await seedWorkspace(service.pool), 'owner'),
      await signIn(service, (await seedUser(service.pool)).email),
    ];
    for (const cookie of strangers) {
      const stranger = createSender(service, cookie, `/api/programs/${program.programId}`);
      expect((await stranger('POST', '/partners/import', { text })).status).toBe(404);
    }
    await service.pool.query('update programs set archived_at = now() where id = $1', [program.programId]);
    expect((await send('POST', '/partners/import', { text })).status).toBe(409);
  });
});
