import { describe, expect, test } from 'vitest';
import * as contract from '../src/index.js';

interface Query {
  readonly properties: Readonly<Record<string, { readonly pattern?: string; readonly description?: string }>>;
}

const DAY = '^[0-9]{4}-[0-9]{2}-[0-9]{2}$';
const propertiesOf = (value: unknown): Query['properties'] =>
  (value as Partial<Query> | null)?.properties ?? {};
const queries = Object.entries<unknown>(contract).flatMap(([name, value]) => {
  const properties = propertiesOf(value);
  return properties.from?.pattern === DAY ? [{ name, properties }] : [];
});

describe('days of a query', () => {
  test.each(queries)('name their time zone and what counts on them, in $name', ({ properties }) => {
    for (const { description = '' } of [properties.from ?? {}, properties.to ?? {}]) {
      expect(description).toContain('(UTC)');
      expect(description).toMatch(/count on the day|By the time at which/);
    }
  });

  test('belong to lists and reports of every kind', () => {
    const names = queries.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(['SaleQuery', 'CommissionQuery', 'LinkQuery', 'PartnerQuery', 'CohortQuery']),
    );
    for (const { description = '' } of Object.values(propertiesOf(contract.ReportQuery)))
      expect(description).toContain(contract.COUNTED_ON);
  });
});
