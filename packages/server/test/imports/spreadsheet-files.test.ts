import { Buffer } from 'node:buffer';
import { describe, expect, test } from 'vitest';
import { type CsvRow, readCsv } from '../../src/features/imports/csv-rows.js';
import { rewrittenCell, rewrittenValue } from '../../src/features/imports/rewritten-cells.js';

const WINDOWS_1252: Readonly<Record<string, number>> = { '€': 0x80, '–': 0x96, '’': 0x92 };
const windows = (text: string) =>
  Buffer.from([...text].map((char) => WINDOWS_1252[char] ?? char.codePointAt(0) ?? 0));
const utf16 = (text: string, isBig = false) => {
  const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le');
  return isBig ? bytes.swap16() : bytes;
};

/** What a file says, with its encoding; in chunks of a few bytes. */
async function read(bytes: Buffer, chunkLength = 7) {
  const rows: CsvRow[] = [];
  let encoding: string | null = null;
  async function* open() {
    for (let at = 0; at < bytes.length; at += chunkLength) yield bytes.subarray(at, at + chunkLength);
  }
  const onEncoding = (found: string) => {
    encoding = found;
  };
  for await (const row of readCsv(open, onEncoding)) rows.push(row);
  return { encoding, rows: rows.map(({ line, cells }) => [line, ...cells]) };
}

const failure = (bytes: Buffer) => read(bytes).catch((error: Error) => error.message);

describe('files of spreadsheets', () => {
  const text = 'email,name\na@b.example,Jürgen Groß\nc@d.example,Zoë – 5 €\n';
  const rows = [
    [1, 'email', 'name'],
    [2, 'a@b.example', 'Jürgen Groß'],
    [3, 'c@d.example', 'Zoë – 5 €'],
  ];

  test.each([
    ['utf-8', Buffer.from(text)],
    ['utf-8', Buffer.from(`\uFEFF${text}`)],
    ['windows-1252', windows(text)],
    ['utf-16le', utf16(text)],
    ['utf-16be', utf16(text, true)],
  ])('are read in %s', async (encoding, bytes) => {
    for (const chunkLength of [1, 7, 65_536])
      expect(await read(bytes, chunkLength)).toEqual({ encoding, rows });
  });

  test('are Windows-1252 wherever the first letter is that UTF-8 has not', async () => {
    const late = `name\n${'plain\n'.repeat(20_000)}Jürgen\n`;
    const found = await read(windows(late), 65_536);
    expect([found.encoding, found.rows.at(-1)]).toEqual(['windows-1252', [20_002, 'Jürgen']]);
    const cut = await read(Buffer.from('name\nJürgen ü').subarray(0, -1), 65_536);
    expect(cut.encoding).toBe('windows-1252');
  });

  test.each([
    ['sep=;\r\nemail;amount\r\na@b.example;1,5\r\n', ';'],
    ['sep=;\nemail;amount\na@b.example;1,5\n', ';'],
    ['"sep=;"\r\nemail;amount\r\na@b.example;1,5\r\n', ';'],
    ['\uFEFFSEP=;\r\nemail;amount\r\na@b.example;1,5\r\n', ';'],
    ['sep=\t\r\nemail\tamount\r\na@b.example\t1,5\r\n', 'tab'],
    ['sep=|\r\nemail|amount\r\na@b.example|1,5\r\n', '|'],
  ])('name their delimiter in a line of its own (%j)', async (file) => {
    for (const chunkLength of [1, 7, 65_536])
      expect((await read(Buffer.from(file), chunkLength)).rows).toEqual([
        [2, 'email', 'amount'],
        [3, 'a@b.example', '1,5'],
      ]);
  });

  test.each([';', '\t', ','])('are divided by what their first line has most of: %j', async (delimiter) => {
    const file = ['email', 'sep=', 'amount'].join(delimiter);
    expect((await read(Buffer.from(`${file}\n`))).rows).toEqual([[1, 'email', 'sep=', 'amount']]);
  });

  test('are named as what they are where they are not text', async () => {
    expect(await failure(Buffer.from('PK\u0003\u0004rest of a workbook'))).toMatch(/is a workbook, not CSV/);
    expect(await failure(Buffer.from('email\0,name\n'))).toBe('the file is not text');
  });
});

describe('cells that a spreadsheet has rewritten', () => {
  test.each(['1.23457E+17', '1,23457E+17', '9E+15', '1.5E-07'])('are refused as ids: %s', (text) => {
    expect(rewrittenCell('transaction_id', text)).toMatch(/last digits are lost. Format the column as text/);
    expect(rewrittenCell('name', text)).toBeNull();
    expect(rewrittenValue(text)).toMatch(/last digits are lost/);
  });

  test.each(['01. Mai', '1. Mai', '5-Jan', '12. Dez', '3 März', '1-May'])(
    'are refused as ids: %s',
    (text) => {
      expect(rewrittenCell('customer_key', text)).toMatch(/^is a day that a spreadsheet has made/);
    },
  );

  test.each(['TRUE', 'WAHR', 'FALSCH'])('are refused as ids: %s', (text) => {
    expect(rewrittenCell('partner_id', text)).toMatch(/^is a logical value/);
    expect(rewrittenCell('status', text)).toBeNull();
  });

  test.each(['#REF!', '#NAME?', '#BEZUG!', '#NV', '#DIV/0!', '#####'])(
    'are refused in every column: %s',
    (text) => {
      for (const field of ['name', 'amount', 'transaction_id'])
        expect(rewrittenCell(field, text)).toMatch(/^is an error of a spreadsheet’s formula/);
    },
  );

  test.each([
    '1E5',
    '00123',
    'order-1E+17',
    '123456789012345678',
    '#1001',
    'MAY-24',
    '1.05',
    'true',
    'E+17',
    '5-JANE-1',
  ])('keeps ids of the customer: %s', (text) => {
    expect(rewrittenCell('transaction_id', text)).toBeNull();
  });
});
