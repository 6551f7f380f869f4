import { describe, expect, test } from 'vitest';
import { statementCsv } from '../../src/features/payouts/statement-csv.js';
import { toCsv } from '../../src/operations/csv.js';

/** What one cell becomes in a file, behind another cell. */
function written(cell: string): string {
  return toCsv(['a', 'b'], [['x', cell]]).slice('a,b\r\nx,'.length, -'\r\n'.length);
}

describe('files for spreadsheets', () => {
  test.each([
    ['=1+1', "'=1+1"],
    ['-1+1', "'-1+1"],
    ['@a', "'@a"],
    ['+1+cmd|calc!A0', "'+1+cmd|calc!A0"],
    ['+49 30 1234=1', "'+49 30 1234=1"],
    ['+A1', "'+A1"],
    ['+1-A1', "'+1-A1"],
    ['+1*2', "'+1*2"],
    ['+1\t2345', '"\'+1\t2345"'],
    ['=a@b.example', "'=a@b.example"],
    ['+a(1)@b.example', "'+a(1)@b.example"],
    ['-a|b!c@d.example', "'-a|b!c@d.example"],
    ['+1@b.example;=1+1', '"\'+1@b.example;\'=1+1"'],
    ['+4915112345678\n=1+1', '"\'+4915112345678\n\'=1+1"'],
    ['\t=1', '"\'\t\'=1"'],
    ['a;=HYPERLINK("x")', '"a;\'=HYPERLINK(""x"")"'],
    ['a;"=1+1;b', '"a;""\'=1+1;b"'],
    ['a\r\n=1', '"a\r\n\'=1"'],
  ])('%j is no formula, whatever the spreadsheet takes for the separator', (cell, expected) => {
    expect(written(cell)).toBe(expected);
  });

  test.each([
    ['Jane', 'Jane'],
    ['a;b', '"a;b"'],
    ['a,b "c"', '"a,b ""c"""'],
    ['a=1; b', '"a=1; b"'],
    ['10.50', '10.50'],
    ['-10.50', '-10.50'],
    // What PayPal, Wise and banks read: it must arrive as it was typed.
    ['+4915112345678', '+4915112345678'],
    ['+49 (0)151 123-456', '+49 (0)151 123-456'],
    ['+jane.doe@blog.example', '+jane.doe@blog.example'],
    ['-jane@blog.example', '-jane@blog.example'],
    ['DE89 3704 0044 0532 0130 00', 'DE89 3704 0044 0532 0130 00'],
  ])('%j says what it said', (cell, expected) => {
    expect(written(cell)).toBe(expected);
  });

  test('amounts of a statement have the digits of their currency, to the cent, whatever their size and sign', () => {
    const amountsOf = (currency: string) => {
      const payout = {
        id: 7,
        run_id: null,
        currency,
        amount_cents: 0,
        status: 'paid',
        reference: null,
        created_at: '2026-01-05T10:00:00.000Z',
        settled_at: null,
      } as never;
      const lines = [1_050, -500, 5, Number.MAX_SAFE_INTEGER].map((amount_cents) => ({
        kind: 'commission' as const,
        commission_id: 1,
        adjustment_id: null,
        reason: null,
        sale_at: null,
        lead_at: null,
        amount_cents,
      }));
      const [, ...rows] = statementCsv({ payout, lines }).trimEnd().split('\r\n');
      return rows.map((row) => row.split(',')[4]);
    };
    expect(amountsOf('USD')).toEqual(['10.50', '-5.00', '0.05', '90071992547409.91']);
    expect(amountsOf('JPY')).toEqual(['1050', '-500', '5', '9007199254740991']);
  });
});
