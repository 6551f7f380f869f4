import { describe, expect, test } from 'vitest';
import { ADDRESSES, forLink, lettersOf, NAMES } from '../../packages/core/test/attribution/referral-cases.js';
import { seedLink, uniqueName } from '../../packages/server/test/support/seed.js';
import { openShop } from '../support/shop.js';
import { sharedStage } from '../support/stage.js';

describe('a visitor comes to an address that was changed on its way', () => {
  const stage = sharedStage();

  test('the script reports it, and the click counts', async () => {
    const shop = await openShop(stage);
    const rests = [...ADDRESSES, ...NAMES.map(([what, name]) => [what, `/?aff=${name}`] as const)];
    let count = 0;
    for (const [what, rest] of rests) {
      const { shortLink } = await seedLink(stage.service.pool, {
        ...shop.program,
        shortLink: lettersOf(uniqueName('maria')),
      });
      await shop.visit(forLink(rest, shortLink));
      const clicks = await shop.clicks();
      expect([what, clicks.length]).toEqual([what, ++count]);
      expect(await shop.run('svc.getClickId()')).toBe(clicks.at(-1)?.click_id);
    }
    expect(shop.noise).toEqual([]);
  });

  test('a second page with the same address reports nothing', async () => {
    const shop = await openShop(stage);
    const path = `/pricing#aff=${shop.program.shortLink}`;
    await shop.visit(path);
    await shop.visit('/');
    await shop.visit(path);
    expect(await shop.clicks()).toHaveLength(1);
  });

  test('a page without a referral reports nothing, whatever is in its address', async () => {
    const shop = await openShop(stage);
    for (const path of [
      '/?staff=ann',
      '/#affiliate',
      '/?aff=',
      '/?my-aff=ann',
      '/?undefined=1',
      '/?next=%2F%3Faff%3Dann',
    ])
      await shop.visit(path);
    expect(stage.gateway.sent).toEqual([]);
  });
});

describe('a tag whose attributes were removed', () => {
  const stage = sharedStage();

  test('says with debug that there is no program', async () => {
    const shop = await openShop(stage, {
      html: (tag) => tag.replace(/data-svc-program-id="\d+"/, 'data-svc-debug'),
    });
    await shop.visit(`/?aff=${shop.program.shortLink}`);
    expect(shop.noise).toContain('log: [svc] no programId');
    expect(await shop.clicks()).toEqual([]);
  });

  test('is made by a tag manager with a few lines that keep them', async () => {
    const shop = await openShop(stage, {
      html: (tag) => {
        const [, src] = /src="([^"]+)"/.exec(tag) ?? [];
        const [, id] = /data-svc-program-id="(\d+)"/.exec(tag) ?? [];
        return `<script>
  var script = document.createElement('script');
  script.src = '${src}';
  script.dataset.svcProgramId = '${id}';
  document.head.appendChild(script);
</script>`;
      },
    });
    await shop.visit(`/?aff=${shop.program.shortLink}`);
    expect(await shop.clicks()).toHaveLength(1);
  });
});
