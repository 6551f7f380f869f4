import { describe, expect, test } from 'vitest';
import { engines } from '../support/engines.js';
import { ask, PASSWORD, refund, sale, signIn, signInAs } from '../support/management.js';
import { createSender, type Send } from '../support/open-program.js';
import { type SeededProgram, seedProgram, uniqueName } from '../support/seed.js';
import { startService } from '../support/service.js';
import { shared } from '../support/shared.js';
import { payableSale, seedPartnerUser } from '../support/workspace.js';

describe.each(engines)('partners on %s', (engine) => {
  const service = shared(() => startService(engine));

  async function openPortal(options: Parameters<typeof seedProgram>[1] = {}): Promise<{
    program: SeededProgram;
    cookie: string;
    send: Send;
    team: Send;
  }> {
    const program = await seedProgram(service.pool, { holdDays: 0, ...options });
    const { email } = await seedPartnerUser(service.pool, program, program.partnerId);
    const cookie = await signIn(service, email);
    const owner = await signInAs(service, program.workspaceId, 'owner');
    return {
      program,
      cookie,
      send: createSender(service, cookie, `/api/partner/programs/${program.programId}`),
      team: createSender(service, owner, `/api/programs/${program.programId}`),
    };
  }

  test('an applicant gets an email with the result, and an invitation when approved without an account', async () => {
    const { program, team } = await openPortal();
    const { body: item } = await team('PATCH', '', { accepts_applications: true });
    const path = `/api/public/programs/${program.programId}/application`;
    const email = `${uniqueName('petra')}@blog.test`;
    const mails = () => service.mails.filter(({ to }) => to === email);
    await ask(service, path, { method: 'POST', body: { email, name: 'Petra' } });
    const { body: pending } = await team('GET', '/partners?status=pending');
    const { id } = pending.data[0];
    const change = (status: string) => team('PATCH', `/partners/${id}`, { status });
    expect((await change('rejected')).body).toMatchObject({ mail_sent: true, invitation_url: null });
    expect(mails()).toMatchObject([
      { subject: `Your application to ${item.name}`, text: expect.stringContaining('was not accepted') },
    ]);
    await change('approved');
    expect(mails()).toHaveLength(2);
    expect(mails()[1]?.subject).toBe(`Your application to ${item.name}`);
    expect(mails()[1]?.text).toContain('/invitation#');
    const { links } = (await team('GET', `/partners/${id}`)).body;
    expect(links).toHaveLength(1);
    expect(links[0]).toMatchObject({
      short_link: expect.stringMatching(/^petra(-\d+)?$/),
      destination_url: null,
    });
    expect(mails()[1]?.text).toContain(links[0].referral_url);
    expect((await change('approved')).body).toMatchObject({ mail_sent: null });
    await change('suspended');
    expect(mails()).toHaveLength(2);
    // What was undone and done again creates no second link.
    await change('pending');
    await change('approved');
    expect((await team('GET', `/partners/${id}`)).body.links).toHaveLength(1);
  });

  test('applicants of one name who are approved at once each get a first link', async () => {
    const { program, team } = await openPortal();
    await team('PATCH', '', { accepts_applications: true });
    const name = `Zoë ${uniqueName('gross')} & Söhne`;
    const ids = await Promise.all(
      [1, 2, 3].map(async () => {
        const email = `${uniqueName('zoe')}@blog.test`;
        const path = `/api/public/programs/${program.programId}/application`;
        await ask(service, path, { method: 'POST', body: { email, name } });
        return (await team('GET', `/partners?search=${email}`)).body.data[0].id as number;
      }),
    );
    await Promise.all(ids.map((id) => team('PATCH', `/partners/${id}`, { status: 'approved' })));
    const links = await Promise.all(ids.map(async (id) => (await team('GET', `/partners/${id}`)).body.links));
    const names = links.flat().map(({ short_link }: { short_link: string }) => short_link);
    expect([links.map(({ length }) => length), new Set(names).size]).toEqual([[1, 1, 1], 3]);
    expect(names.some((slug) => /^zoe-gross[\w-]*-sohne$/.test(slug))).toBe(true);
    const { body: audit } = await ask(
      service,
      `/api/workspaces/${program.workspaceId}/audit?action=link.create`,
      {
        cookie: await signInAs(service, program.workspaceId, 'owner'),
      },
    );
    expect(audit.data).toHaveLength(3);
  });

  test('an applicant with an account gets an email when approved', async () => {
    const { program, team } = await openPortal();
    const { body: partner } = await team('PATCH', `/partners/${program.partnerId}`, { status: 'pending' });
    await team('PATCH', `/partners/${program.partnerId}`, { status: 'approved' });
    const mail = service.mails.findLast(({ to }) => to === partner.email);
    expect(mail?.text).toMatch(/^Hello,\n\nYou are now a partner of .*\/partner\n/s);
  });

  test('from application to statement: asked, approved, invited, paid', async () => {
    const { program, team } = await openPortal();
    const path = `/api/public/programs/${program.programId}/application`;
    expect((await ask(service, path)).status).toBe(404);
    await team('PATCH', '', { accepts_applications: true, application_text: 'Welcome.' });
    expect((await ask(service, path)).body).toMatchObject({ text: 'Welcome.', currency: 'USD' });
    const email = `${uniqueName('petra')}@blog.test`;
    const body = { email, name: 'Petra', website: 'https://blog.test/', message: 'Hello.' };
    const applyAsPartner = () => ask(service, path, { method: 'POST', body });
    expect([(await applyAsPartner()).body, (await applyAsPartner()).body]).toEqual([
      { received: true },
      { received: true },
    ]);
    const { body: pending } = await team('GET', '/partners?status=pending');
    expect(pending.data).toHaveLength(1);
    const { id } = pending.data[0];
    const { body: detail } = await team('GET', `/partners/${id}`);
    expect(detail.application).toMatchObject({ website: 'https://blog.test/', message: 'Hello.' });
    await team('PATCH', `/partners/${id}`, { status: 'approved' });
    const mail = service.mails.findLast(({ to }) => to === email);
    const token = mail?.text.match(/#(\S+)/)?.[1];
    await ask(service, '/api/invitation/accept', {
      method: 'POST',
      body: { token, name: 'Petra', password: PASSWORD },
    });
    const cookie = await signIn(service, email);
    const { body: home } = await ask(service, '/api/partner/programs', { cookie });
    expect(home.data).toMatchObject([{ program_id: program.programId, status: 'approved' }]);
    const send = createSender(service, cookie, `/api/partner/programs/${program.programId}`);
    const { body: link } = await send('POST', '/links', {});
    const linked = { ...program, partnerId: id, linkId: link.id, shortLink: link.short_link };
    await payableSale(service, linked);
    await team('POST', '/payout-runs', {});
    const { body: payouts } = await send('GET', '/payouts');
    expect(payouts.data).toMatchObject([{ amount_cents: 2_000, status: 'open' }]);
    const { body: statement } = await send('GET', `/payouts/${payouts.data[0].id}`);
    expect(statement.lines).toMatchObject([{ kind: 'commission', amount_cents: 2_000 }]);
    const { body: csv } = await send('GET', `/payouts/${payouts.data[0].id}/file`);
    expect(csv).toContain(',20.00,USD');
  });

  test('shows a commission with its date and why it changed, and nothing about the customer', async () => {
    const { program, send, team } = await openPortal({ holdDays: 30 });
    const { transactionId, customerKey, commissionId } = await sale(service, program);
    await refund(service, program, { transactionId, amountCents: 2_500 });
    await team('POST', `/commissions/${commissionId}/hold`, { reason: 'Secret suspicion.' });
    const { body: list } = await send('GET', '/commissions');
    expect(list.data).toMatchObject([
      { id: commissionId, amount_cents: 1_500, original_amount_cents: 2_000, status: 'held' },
    ]);
    const { body } = await send('GET', `/commissions/${commissionId}`);
    expect(body.story.join(' ')).toContain('reversed 5.00 USD');
    for (const secret of [transactionId, customerKey, 'secret@customer.test', 'suspicion']) {
      expect(JSON.stringify([body, list])).not.toContain(secret);
    }
    const { body: statistics } = await send('GET', '/statistics');
    expect(statistics.totals).toMatchObject([{ clicks: 1, sales: 1, commission_cents: 2_000 }]);
    const { body: home } = await send('GET', '');
    expect(home.balances).toMatchObject([{ currency: 'USD', held_cents: 1_500 }]);
  });

  test('shows pending commissions with the day on which they become payable, and finds them by status', async () => {
    const { program, send, team } = await openPortal({ holdDays: 30 });
    const dayMs = 86_400_000;
    const todayMs = Date.parse(new Date().toISOString().slice(0, 10));
    const dayIn = (days: number) => new Date(todayMs + days * dayMs).toISOString().slice(0, 10);
    for (const ago of [2, 1, 1]) await sale(service, program, { atMs: todayMs - ago * dayMs });
    const { commissionId } = await sale(service, program, { atMs: todayMs - dayMs });
    await team('POST', `/commissions/${commissionId}/hold`, { reason: 'A look at it.' });
    const { body: home } = await send('GET', '');
    expect(home.maturing).toEqual([
      { day: dayIn(28), currency: 'USD', amount_cents: 2_000, commissions: 1, adjustments: 0 },
      { day: dayIn(29), currency: 'USD', amount_cents: 4_000, commissions: 2, adjustments: 0 },
    ]);
    expect((await send('GET', '/commissions?status=held')).body.data).toMatchObject([{ id: commissionId }]);
    expect((await send('GET', '/commissions?status=pending')).body.data).toHaveLength(3);
    expect((await send('GET', '/commissions?status=lost')).status).toBe(400);

    // Earned on these days, both included.
    const earnedOn = async (from: number, to: number) =>
      (await send('GET', `/commissions?from=${dayIn(from)}&to=${dayIn(to)}`)).body.data.length;
    expect([await earnedOn(-2, -2), await earnedOn(-1, -1), await earnedOn(-2, 0)]).toEqual([1, 3, 4]);
    expect(await earnedOn(0, 0)).toBe(0);
    expect((await send('GET', '/commissions?from=2026-02-31')).body).toEqual({ error: 'from is invalid' });
  });

  test('a claim is answered by the books at once, and by a person later', async () => {
    const { program, send, team } = await openPortal();
    const other = await seedPartnerUser(service.pool, program);
    const mine = await sale(service, program);
    await service.pool.query('update sales set partner_id = $2 where id = $1', [
      (await sale(service, program, { transactionId: 'order-elsewhere' })).saleId,
      other.partnerId,
    ]);
    const sendClaim = (reference: string) => send('POST', '/claims', { reference });
    const check = async (reference: string) => (await send('POST', '/claims/check', { reference })).body;
    expect(await check(mine.transactionId)).toMatchObject({ finding: 'credited', claim_id: null });
    expect((await check(mine.transactionId)).story.join(' ')).toContain('20 % of 100.00 USD = 20.00 USD');
    expect(await check('order-elsewhere')).toEqual({
      finding: 'credited_elsewhere',
      claim_id: null,
      story: [expect.stringContaining('did not come through one of your links')],
      steps: [],
    });
    expect((await check('order-unknown')).finding).toBe('unknown_order');
    expect((await send('GET', '/claims')).body.data).toEqual([]);
    const credited = await sendClaim(mine.transactionId);
    expect(credited.body).toMatchObject({ finding: 'credited', status: 'open' });
    expect(credited.body.story.join(' ')).toContain('20 % of 100.00 USD = 20.00 USD');
    expect(credited.body.steps).toHaveLength(credited.body.story.length);
    expect(JSON.stringify(credited.body)).not.toContain(mine.customerKey);
    expect((await sendClaim('order-elsewhere')).body.finding).toBe('credited_elsewhere');
    const unknown = await sendClaim('order-unknown');
    expect(unknown.body).toMatchObject({
      finding: 'unknown_order',
      story: [expect.stringContaining('No sale')],
    });
    expect((await sendClaim('order-unknown')).body).toEqual({ error: 'This order has been claimed already' });
    expect(await check('order-unknown')).toMatchObject({ claim_id: unknown.body.id });
    const foreign = await sale(service, await seedProgram(service.pool));
    expect((await check(foreign.transactionId)).finding).toBe('unknown_order');
    expect((await sendClaim(foreign.transactionId)).body.finding).toBe('unknown_order');
    const answer = { status: 'rejected', answer: 'The order was never paid.' };
    const answered = await team('POST', `/claims/${unknown.body.id}/answer`, answer);
    expect(answered.body).toMatchObject(answer);
    expect((await team('POST', `/claims/${unknown.body.id}/answer`, answer)).status).toBe(409);
    const { body: list } = await send('GET', '/claims');
    expect(list.data.find((row: { id: number }) => row.id === unknown.body.id)).toMatchObject(answer);
    expect((await send('GET', `/claims/${credited.body.id}`)).body).toEqual(credited.body);
    const theirs = createSender(
      service,
      await signIn(service, other.email),
      `/api/partner/programs/${program.programId}`,
    );
    expect((await theirs('GET', `/claims/${credited.body.id}`)).status).toBe(404);
    for (let index = list.data.length; index < 20; index += 1) await sendClaim(`order-${index}`);
    const limited = await sendClaim('order-20');
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '3600']);
    await service.pool.query(
      `insert into claim_checks (program_id, partner_id) select $1, $2 from generate_series(1, 45)`,
      [program.programId, program.partnerId],
    );
    const tooMany = await send('POST', '/claims/check', { reference: 'order-1' });
    expect([tooMany.status, tooMany.headers.get('retry-after')]).toEqual([429, '3600']);
    await service.pool.query(
      `update claim_checks set checked_at = now() - interval '25 hours' where program_id = $1`,
      [program.programId],
    );
    expect((await check('order-unknown')).finding).toBe('unknown_order');
  });

  test('answers claims of partners who were never approved without revealing order numbers, and accepts claims of suspended ones', async () => {
    const { program, send } = await openPortal();
    const { transactionId } = await sale(service, program);
    const { partnerId, email } = await seedPartnerUser(service.pool, program);
    const theirs = createSender(
      service,
      await signIn(service, email),
      `/api/partner/programs/${program.programId}`,
    );
    for (const status of ['pending', 'rejected']) {
      await service.pool.query('update enrollments set status = $2 where partner_id = $1', [
        partnerId,
        status,
      ]);
      for (const reference of [transactionId, 'order-unknown']) {
        const answer = await theirs('POST', '/claims', { reference });
        const refusal = { error: 'The partner is not approved in this program' };
        expect([answer.status, answer.body], status).toEqual([409, refusal]);
      }
    }
    await service.pool.query(`update enrollments set status = 'suspended' where partner_id = $1`, [
      program.partnerId,
    ]);
    expect((await send('POST', '/claims', { reference: transactionId })).body.finding).toBe('credited');
  });

  test('an application that is refused is refused in the same words to who takes part already', async () => {
    const { program, team } = await openPortal();
    await team('PATCH', '', { accepts_applications: true });
    const known = (await team('GET', `/partners/${program.partnerId}`)).body.email;
    const path = `/api/public/programs/${program.programId}/application`;
    for (const odd of [
      { name: ' Petra' },
      { name: 'Pe\ntra' },
      { website: 'no address' },
      { message: '\0' },
      { message: '' },
    ]) {
      const applyAsPartner = (email: string) =>
        ask(service, path, { method: 'POST', body: { email, name: 'Petra', ...odd } });
      const [theirs, others] = [await applyAsPartner(known), await applyAsPartner('nobody-yet@blog.test')];
      const [field] = Object.keys(odd);
      expect([theirs.status, theirs.body], field).toEqual([400, { error: `${field} is invalid` }]);
      expect([others.status, others.body], field).toEqual([400, { error: `${field} is invalid` }]);
    }
  });

  test('a link leads to the site of the program only, and is made only by who is approved', async () => {
    const { program, send, team } = await openPortal({ domain: 'shop-of-links.test' });
    const make = (destination_url: string) => send('POST', '/links', { destination_url });
    expect((await make('https://www.shop-of-links.test/sale')).status).toBe(200);
    for (const url of [
      'https://evil.test/',
      'https://evil-shop-of-links.test/',
      'javascript:alert(1)',
      'x',
    ]) {
      expect((await make(url)).body, url).toEqual({ error: 'destination_url is invalid' });
    }
    await team('PATCH', `/partners/${program.partnerId}`, { status: 'suspended' });
    expect((await make('https://shop-of-links.test/')).status).toBe(409);
    expect((await send('GET', '/commissions')).status).toBe(200);
  });

  test.each([
    ['Shop-Of-Case.TEST', 'https://www.shop-of-case.test/sale', 'https://evil-shop-of-case.test/'],
    ['shop-of-port.test:443', 'https://shop-of-port.test/', 'https://shop-of-port.test:8443/'],
    ['shop-of-port.test:8443', 'https://a.shop-of-port.test:8443/', 'https://shop-of-port.test/'],
    ['shop-of-port.test:99999', null, 'https://evil.null/'],
  ])('the site of %s is found however its domain is written', async (domain, own, foreign) => {
    const { send } = await openPortal({ domain });
    const make = async (destination_url: string) =>
      (await send('POST', '/links', { destination_url })).status;
    if (own !== null) expect(await make(own)).toBe(200);
    expect(await make(foreign)).toBe(400);
  });

  test('where to be paid is the partner’s to say, and stands in the file of a run', async () => {
    const { program, send, team } = await openPortal();
    expect((await send('GET', '/payout-details')).body).toEqual({ payout_details: null });
    const details = {
      method: 'bank',
      account_name: 'Jane',
      details: 'DE02 1203 0000 0000 2020 51',
      country: 'DE',
    };
    expect((await send('GET', '')).body.payout_method).toBe(null);
    expect((await send('PUT', '/payout-details', details)).body).toEqual({
      payout_details: { ...details, iban: 'DE02120300000000202051' },
    });
    expect((await send('GET', '')).body.payout_method).toBe('bank');
    await payableSale(service, program);
    const { body: run } = await team('POST', '/payout-runs', {});
    const file = async (format: string) =>
      (await team('GET', `/payout-runs/${run.id}/file?format=${format}`)).body;
    expect(await file('bank')).toContain(details.details);
    for (const other of ['paypal', 'wise']) expect(await file(other)).not.toContain('30');
    await team('POST', `/payout-runs/${run.id}/pay`, { reference: 'Transfer 1' });
    expect(await file('bank')).not.toContain(details.details);
    expect((await team('GET', '/payout-runs/999999/file')).status).toBe(404);
  });
});
