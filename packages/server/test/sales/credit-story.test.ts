import type { Caller } from '@svc/core';
import { describe, expect, test } from 'vitest';
import { leadOf } from '../support/commands.js';
import { engines } from '../support/engines.js';
import { ask, click, lead, sale, signIn, signInAs } from '../support/management.js';
import { type SeededProgram, seedLink, seedPartner, seedProgram, uniqueName } from '../support/seed.js';
import { startService } from '../support/service.js';
import { sharedAndVerified } from '../support/shared.js';
import { seedPartnerUser } from '../support/workspace.js';

const T0 = Date.parse('2026-01-02T10:00:00Z');
const HOUR_MS = 3_600_000;

describe.each(engines)('the story of credit that moved, on %s', (engine) => {
  const service = sharedAndVerified(() => startService(engine));

  /** A program whose partner is Jane, with another partner, Bob. */
  async function openTwoPartners() {
    const jane = await seedProgram(service.pool, { shortLink: uniqueName('jane') });
    const partner = await seedPartner(service.pool, jane);
    await service.pool.query(`update partners set name = 'Bob' where id = $1`, [partner.partnerId]);
    const link = await seedLink(service.pool, { ...jane, ...partner, shortLink: uniqueName('bob') });
    const bob: SeededProgram = { ...jane, ...partner, ...link };
    const cookie = await signInAs(service, jane.workspaceId, 'viewer');
    const readAsOwner = async (path: string) => {
      const answer = await ask(service, `/api/programs/${jane.programId}${path}`, { cookie });
      expect(answer.status).toBe(200);
      return answer.body;
    };
    /** What a partner reads of a commission of theirs. */
    const readAs = async (whose: SeededProgram, commissionId: number | null) => {
      const { email } = await seedPartnerUser(service.pool, whose, whose.partnerId);
      const path = `/api/partner/programs/${jane.programId}/commissions/${commissionId}`;
      return (await ask(service, path, { cookie: await signIn(service, email) })).body.story;
    };
    return { jane, bob, read: readAsOwner, readAs };
  }

  /** A page names the customer with Jane's click; an hour later the server does so with Bob's. */
  async function moveCredit(jane: SeededProgram, bob: SeededProgram, between: () => Promise<unknown>) {
    const customerKey = uniqueName('user');
    const caller: Caller = { mode: 'browser', origin: jane.origin };
    const former = await click(service, jane, { atMs: T0 });
    await lead(service, jane, { caller, customerKey, clickId: former, atMs: T0 + HOUR_MS });
    const before = await sale(service, jane, { customerKey, atMs: T0 + 2 * HOUR_MS });
    await between();
    const clickId = await click(service, bob, { atMs: T0 + 3 * HOUR_MS });
    await service.tracking.submit(leadOf(jane, { customerKey, clickId, atMs: T0 + 4 * HOUR_MS }));
    const after = await sale(service, jane, { customerKey, atMs: T0 + 5 * HOUR_MS });
    return { customerKey, former, clickId, before, after };
  }

  test('by a lead of the server: each sale shows its own click and where credit moved', async () => {
    const { jane, bob, read, readAs } = await openTwoPartners();
    const { before, after, former, clickId } = await moveCredit(jane, bob, async () => undefined);
    const byJane = `Jane (link "${jane.shortLink}")`;
    const byBob = `Bob (link "${bob.shortLink}")`;
    const first = await read(`/sales/${before.saleId}/explain`);
    expect(first.story.slice(0, 4)).toEqual([
      `The customer clicked the link "${jane.shortLink}" of Jane at 2026-01-02 10:00:00 UTC.`,
      'The customer became a lead at 2026-01-02 11:00:00 UTC.',
      `A sale of 100.00 USD was made at 2026-01-02 12:00:00 UTC (transaction ${before.transactionId}).`,
      `At 2026-01-02 14:00:00 UTC your server reported the sign-up with another click, so later sales are credited to ${byBob}. This one stays credited to ${byJane}.`,
    ]);
    expect(first.click.click_id).toBe(former);
    const second = await read(`/sales/${after.saleId}/explain`);
    expect(second.story.slice(0, 4)).toEqual([
      `The customer clicked the link "${bob.shortLink}" of Bob at 2026-01-02 13:00:00 UTC.`,
      'The customer became a lead at 2026-01-02 11:00:00 UTC.',
      `A browser had reported the sign-up first, which credited ${byJane}. At 2026-01-02 14:00:00 UTC your server reported it with this click, so sales from then on are credited to ${byBob}.`,
      `A sale of 100.00 USD was made at 2026-01-02 15:00:00 UTC (transaction ${after.transactionId}).`,
    ]);
    expect(second.click.click_id).toBe(clickId);
    expect(second.customer.click_id).toBe(clickId);
    const ofJane = await readAs(jane, before.commissionId);
    expect(ofJane[3]).toBe(
      `At 2026-01-02 14:00:00 UTC the program's server reported the sign-up with another click, so later sales are credited to another partner. This one stays credited to you (link "${jane.shortLink}").`,
    );
    const ofBob = await readAs(bob, after.commissionId);
    expect(ofBob[2]).toBe(
      `A browser had reported the sign-up first, which credited another partner. At 2026-01-02 14:00:00 UTC the program's server reported it with this click, so sales from then on are credited to you (link "${bob.shortLink}").`,
    );
    expect(ofJane.join()).not.toContain('Bob');
    expect(ofBob.join()).not.toContain('Jane');
  });

  test('by a sale against a claim of a page: they show that only a browser had reported it', async () => {
    const { jane, bob, read } = await openTwoPartners();
    const customerKey = uniqueName('user');
    const caller: Caller = { mode: 'browser', origin: jane.origin };
    const claimed = await click(service, jane, { atMs: T0 });
    await lead(service, jane, { caller, customerKey, clickId: claimed, atMs: T0 + HOUR_MS });
    const clickId = await click(service, bob, { atMs: T0 + HOUR_MS });
    const first = await sale(service, jane, { customerKey, clickId, atMs: T0 + 2 * HOUR_MS });
    const second = await sale(service, jane, { customerKey, atMs: T0 + 3 * HOUR_MS });
    const [byJane, byBob] = [`Jane (link "${jane.shortLink}")`, `Bob (link "${bob.shortLink}")`];
    expect((await read(`/sales/${first.saleId}/explain`)).story).toContain(
      `Until this sale the customer was credited to ${byJane}, as only a browser had reported. The sale named the click, so it and all later sales are credited to ${byBob}.`,
    );
    expect((await read(`/sales/${second.saleId}/explain`)).story).toContain(
      `The customer was credited to ${byJane}, as only a browser had reported, until a sale recorded at 2026-01-02 12:00:00 UTC (${first.transactionId}) named the click, so sales from then on are credited to ${byBob}.`,
    );
  });

  test('by a sale: that sale and later ones show how they were credited', async () => {
    const { jane, bob, read, readAs } = await openTwoPartners();
    const customerKey = await lead(service, jane, { clickId: null, atMs: T0 });
    const clickId = await click(service, bob, { atMs: T0 + HOUR_MS });
    const first = await sale(service, jane, { customerKey, clickId, atMs: T0 + 2 * HOUR_MS });
    const second = await sale(service, jane, { customerKey, atMs: T0 + 3 * HOUR_MS });
    const byBob = `Bob (link "${bob.shortLink}")`;
    expect((await read(`/sales/${first.saleId}/explain`)).story[2]).toBe(
      `Until this sale the customer was credited to nobody. The sale named the click, so it and all later sales are credited to ${byBob}.`,
    );
    expect((await read(`/sales/${second.saleId}/explain`)).story[2]).toBe(
      `The customer was credited to nobody until a sale recorded at 2026-01-02 12:00:00 UTC (${first.transactionId}) named the click, so sales from then on are credited to ${byBob}.`,
    );
    expect((await readAs(bob, second.commissionId))[2]).toBe(
      `The customer was credited to nobody until a sale recorded at 2026-01-02 12:00:00 UTC named the click, so sales from then on are credited to you (link "${bob.shortLink}").`,
    );
  });

  test('stands in the timeline of the customer and in the list of events', async () => {
    const { jane, bob, read } = await openTwoPartners();
    const { customerKey, former, clickId, before, after } = await moveCredit(jane, bob, async () => {
      await lead(service, jane, { customerKey: uniqueName('test'), testMode: true, atMs: T0 });
    });
    const { data } = await read(`/customers?customer_key=${customerKey}`);
    expect(data).toMatchObject([
      {
        partner_id: bob.partnerId,
        link_id: bob.linkId,
        click_id: clickId,
        named_by: 'server',
        test_mode: false,
      },
    ]);
    const customer = await read(`/customers/${data[0].id}`);
    expect(customer).toMatchObject({ partner: { name: 'Bob' }, link: { short_link: bob.shortLink } });
    expect(customer.timeline.map(({ type }: { type: string }) => type)).toEqual([
      'click',
      'lead',
      'sale',
      'commission',
      'click',
      'credit',
      'sale',
      'commission',
    ]);
    expect(customer.timeline[5].text).toBe(
      `Credit moved from Jane (link "${jane.shortLink}") to Bob (link "${bob.shortLink}"): your server reported the sign-up with a click on this link`,
    );
    const { data: events } = await read('/events?limit=50');
    const clickIdOfSale = (saleId: number) =>
      events.find((event: { type: string; id: number }) => event.type === 'sale' && event.id === saleId)
        .click_id;
    expect([clickIdOfSale(before.saleId), clickIdOfSale(after.saleId)]).toEqual([former, clickId]);
    const ofLead = events.find(
      (event: { type: string; customer_key: string }) =>
        event.type === 'lead' && event.customer_key === customerKey,
    );
    expect(ofLead).toMatchObject({ click_id: former, partner_id: jane.partnerId });
    const { data: all } = await read('/customers');
    expect(all.map((one: { test_mode: boolean }) => one.test_mode).toSorted()).toEqual([false, true]);
  });
});
