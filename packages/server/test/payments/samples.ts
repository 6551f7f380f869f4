import { readdirSync, readFileSync } from 'node:fs';
import { type Shop, uniqueSuffix } from './support.js';

const FOLDER = new URL('./samples/', import.meta.url);

/** Events as the processor sends them, in several API versions, by the number their file begins with. */
const TEXTS: ReadonlyMap<string, string> = new Map(
  readdirSync(FOLDER).map((name) => [name.slice(0, 2), readFileSync(new URL(name, FOLDER), 'utf8')]),
);

export const SAMPLES = [...TEXTS.keys()].toSorted();

/** The names that the expectations are about, as they stand in the samples. */
export const NAMES = {
  s02: { pi: 'pi_3SRmdAB7WZ01zgkW0aUYVBS0W' },
  s05: { pi: 'pi_3Swt5PB7WZ01zgkW0btw8I7ky' },
  s17: { in: 'in_1SqnJaB7WZ01zgkW9qE4mUiD' },
  s25: { in: 'in_1SSRe3B7WZ01zgkWeE7TcnQD' },
  s40: { pi: 'pi_3Su5oSB7WZ01zgkW0yo5V0gTQ' },
} as const;

/** The samples as events of a shop, with ids that nothing else in the database has. */
export function samplesOf(shop: Shop, otherProgramId: number) {
  const suffix = uniqueSuffix();
  const own = (id: string) => `${id}${suffix}`;
  const events = new Map(
    [...TEXTS].map(([number, text]) => {
      const renamed = text
        .replace(
          /"((?:in|pi|ch|cs_live|evt|re|du|inpay)_[A-Za-z0-9]+)"/g,
          (_all, id: string) => `"${own(id)}"`,
        )
        .replaceAll('acct_1PgafmB7WZ01zgkW', shop.account)
        .replace(/"program_id": ?"101"/g, `"program_id": "${shop.programId}"`)
        .replace(/"program_id": ?"202"/g, `"program_id": "${otherProgramId}"`)
        .replaceAll('user_8841', shop.customerKey)
        .replaceAll('cust_41_1792000000000', shop.clickId);
      return [number, JSON.parse(renamed) as { id: string }];
    }),
  );
  return { own, event: (number: string) => events.get(number) as { id: string } };
}

/** What the books must say after a set of samples, whatever their order and however often each came. */
export function expectedSales(set: ReadonlySet<string>, own: (id: string) => string) {
  const sales: { id: string; amount: number; refunded: number; commission: string }[] = [];
  const addExpected = (id: string, amount: number, refunded: number, status: string) =>
    sales.push({ id: own(id), amount, refunded, commission: `${(amount - refunded) / 5} ${status}` });
  if (set.has('02')) addExpected(NAMES.s02.pi, 12_900, 0, 'pending');
  if (set.has('05')) addExpected(NAMES.s05.pi, 9_900, 0, set.has('90') ? 'held' : 'pending');
  if (set.has('17') || set.has('18')) {
    const isRefunded = set.has('88') && set.has('89');
    addExpected(NAMES.s17.in, 2_900, isRefunded ? 2_900 : 0, isRefunded ? 'reversed' : 'pending');
  }
  if (set.has('25')) addExpected(NAMES.s25.in, 2_900, 0, 'pending');
  if (set.has('40')) addExpected(NAMES.s40.pi, 15_000, 0, 'pending');
  return sales.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}
