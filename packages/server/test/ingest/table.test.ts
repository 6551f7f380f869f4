import { afterAll, describe, expect, test } from 'vitest';
import { type Statement, send } from '../../src/database/statements.js';
import { describeTable, type Row } from '../../src/ingest/table.js';
import { engines, openTestDatabase } from '../support/engines.js';

interface Parcel {
  readonly id: number;
  readonly label: string | null;
  readonly isHeavy: boolean;
  readonly reason: { readonly text: string };
  readonly from: string;
  readonly place: { readonly number: number; readonly row: string } | null;
  readonly owner: { readonly name: string };
  readonly sentAtMs: number;
  readonly arrivedAtMs: number | null;
  readonly weightGrams: number;
}

const PARCELS = describeTable<Parcel, string>(
  'parcels',
  {
    id: 'bigint',
    label: 'text',
    isHeavy: 'boolean',
    reason: 'json',
    from: ['from_city', 'text'],
    place: { orNull: { number: 'integer', row: 'text' } },
    owner: { prefix: '', columns: { name: 'text' } },
    sentAtMs: 'time',
    arrivedAtMs: 'time',
    weightGrams: 'integer',
  },
  {
    leftToDefault: ['weightGrams'],
    written: [{ name: 'tags', type: 'text[]', write: (_parcel, tag) => `{"${tag}"}` }],
  },
);

const move = PARCELS.update('move-parcels', { key: ['id'], set: ['place', 'arrivedAtMs', 'owner.name'] });

const SENT: Parcel = {
  id: 1,
  label: 'a "quoted" \\ label,\nwith {braces} and NULL',
  isHeavy: true,
  reason: { text: 'says "no" \\ and\nmore' },
  from: 'Bern',
  place: null,
  owner: { name: 'Anna' },
  sentAtMs: Date.UTC(2026, 0, 2, 3, 4, 5, 678),
  arrivedAtMs: null,
  weightGrams: 100,
};

describe.each(engines)('on %s', async (engine) => {
  const database = await openTestDatabase(engine);
  afterAll(() => database.close());
  await database.pool.query(
    `create table parcels (id bigint, label text, is_heavy boolean, reason json, from_city text, place_number integer,
                           place_row text, name text, sent_at timestamptz, arrived_at timestamptz,
                           weight_grams integer default 100, tags text[])`,
  );
  const runStatement = async (statement: Statement | null) => {
    const client = await database.pool.connect();
    await send(client, [statement]).finally(() => client.release());
  };
  const readRow = async (id: number) => {
    const { rows } = await database.pool.query<Row>(`select ${PARCELS.columns} from parcels where id = $1`, [
      id,
    ]);
    return rows.map(PARCELS.fromRow);
  };

  test('reads every field of a record as it was inserted', async () => {
    const placed: Parcel = { ...SENT, id: 2, label: null, place: { number: 7, row: 'x' }, arrivedAtMs: 1 };
    await runStatement(PARCELS.insert([SENT, placed], 'new'));

    expect([...(await readRow(1)), ...(await readRow(2))]).toEqual([SENT, placed]);
    const { rows } = await database.pool.query('select distinct tags from parcels where id in (1, 2)');
    expect(rows).toEqual([{ tags: ['new'] }]);
  });

  test('updates the named fields and no others', async () => {
    await runStatement(PARCELS.insert([{ ...SENT, id: 3 }], 'new'));
    const moved: Parcel = { ...SENT, id: 3, place: { number: 8, row: 'y' }, owner: { name: 'Bea' } };
    await runStatement(move([{ ...moved, label: 'another', isHeavy: false }]));

    expect(await readRow(3)).toEqual([moved]);
  });

  test('writes nothing for no records', () => {
    expect(PARCELS.insert([], 'new')).toBe(null);
    expect(move([])).toBe(null);
  });
});

test('refuses to update a field that has no column', () => {
  expect(() => PARCELS.update('x', { key: ['id'], set: ['place.colour'] })).toThrow('place.colour');
});
