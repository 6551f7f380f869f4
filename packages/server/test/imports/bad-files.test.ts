import type { ImportReport } from '@svc/contract';
import { describe, expect, test } from 'vitest';
import { engines } from '../support/engines.js';
import { startService } from '../support/service.js';
import { sharedAndVerified } from '../support/shared.js';
import { MAPPING, openImporting, partnersFile, salesFile } from './imports-support.js';

describe.each(engines)('files that cannot be imported, on %s', (engine) => {
  const service = sharedAndVerified(() => startService(engine));

  test('a bad row is named with its line and column, and nothing is imported', async () => {
    const { program, send, mark } = await openImporting(service);
    const files = [
      partnersFile(
        'email,name,status\nmaria@example.com,Maria,active\nno address,Nobody,active\nold@example.com,Old,closed\n',
      ),
      salesFile(
        `a1${mark},"c\n1${mark}",maria@example.com,49.00,USD,2026-01-05,`,
        `a2${mark},c2${mark},maria@example.com,49.001,USD,2026-01-05,`,
        `a3${mark},c3${mark},nobody@example.com,49.00,USD,2026-01-05,`,
        `a4${mark},c4${mark},maria@example.com,49.00,USD,2026-02-30,`,
        `a1${mark},c5${mark},maria@example.com,49.00,USD,2026-01-05,`,
        `a6${mark},c6${mark},maria@example.com,5,USD,2026-01-05,6`,
        `a7${mark},c7${mark},maria@example.com,0,USD,2026-01-05,`,
        `a8${mark},,maria@example.com,5,XXQ,2026-01-05,`,
      ),
    ];
    const preview = await send('POST', '/imports', { mapping: MAPPING, files, preview: true });
    expect(
      (preview.body as ImportReport).problems.map(
        ({ file, line, column, problem }) => `${file}:${line} ${column}: ${problem}`,
      ),
    ).toEqual([
      'partners.csv:3 email: "no address" is no email address',
      'partners.csv:4 status: "closed" is a status that the mapping does not know (active, gone)',
      `sales.csv:2 customer: "c\\n1${mark}" is longer than 255 characters, or no plain text`,
      'sales.csv:4 amount: "49.001" is not an amount in USD',
      'sales.csv:5 partner: "nobody@example.com" is no partner of the file of partners, nor of the program',
      'sales.csv:6 paid: "2026-02-30" is no time in the past since 2000, such as 2026-01-31 or 2026-01-31T12:00:00Z',
      'sales.csv:8 refunded: "6" is below zero, or more than the sale',
      'sales.csv:9 amount: "0" is not above zero',
      'sales.csv:10 currency: "XXQ" is no currency',
    ]);
    const refused = await send('POST', '/imports', { mapping: MAPPING, files });
    expect(refused).toMatchObject({
      status: 422,
      body: {
        error: 'Nothing was imported: partners.csv, line 3, column "email": "no address" is no email address',
      },
    });
    const { rows } = await service.pool.query(
      'select (select count(*) from imports where program_id = $1) + (select count(*) from sales where program_id = $1) as rows',
      [program.programId],
    );
    expect(rows).toEqual([{ rows: 0 }]);
  });

  test('cells that a spreadsheet has rewritten are named with the reason, and letters that were lost are noted', async () => {
    const { send, mark } = await openImporting(service);
    const names = 'email,name,status\nmaria@example.com,M\uFFFDria,active\n';
    const files = [
      { ...partnersFile(names), encoding: 'windows-1252' },
      salesFile(
        `1.23457E+17,c1${mark},maria@example.com,49.00,USD,2026-01-05,`,
        `a2${mark},01. Mai,maria@example.com,49.00,USD,2026-01-05,`,
        `a3${mark},c3${mark},maria@example.com,"1.234,56",USD,2026-01-05,`,
        `a4${mark},c4${mark},maria@example.com,01. Mai,USD,2026-01-05,`,
        `a5${mark},c5${mark},maria@example.com,49.00,#REF!,2026-01-05,`,
        `00123${mark},1E5${mark},maria@example.com,49.00,USD,2026-01-05,`,
      ),
    ];
    const { body } = await send('POST', '/imports', { mapping: MAPPING, files, preview: true });
    const { problems, notes } = body as ImportReport;
    const asText = 'Format the column as text, and export the file again';
    expect(problems.map(({ line, column, problem }) => `${line} ${column}: ${problem}`)).toEqual([
      expect.stringMatching(
        `^2 .*: "1.23457E\\+17" is a number that a spreadsheet has rewritten, so that its last digits are lost. ${asText}$`,
      ),
      `3 customer: "01. Mai" is a day that a spreadsheet has made of a number. ${asText}`,
      '4 amount: "1.234,56" is not an amount in USD, but one with a decimal comma: set decimal_comma in the mapping',
      `5 amount: "01. Mai" is a day that a spreadsheet has made of a number. ${asText}`,
      '6 currency: "#REF!" is an error of a spreadsheet’s formula: correct the cell there, and export the file again',
    ]);
    expect(notes).toEqual([
      expect.stringMatching(/^partners.csv is not UTF-8 and was read as Windows-1252/),
      expect.stringMatching(/^partners.csv, line 2: letters were lost/),
    ]);
  });

  test('files that are no CSV, or lack a column, say so', async () => {
    const { send } = await openImporting(service);
    const problems = async (file: object, mapping: unknown = MAPPING) =>
      ((await send('POST', '/imports', { mapping, files: [file], preview: true })).body as ImportReport)
        .problems;
    expect(await problems(partnersFile(''))).toEqual([
      { file: 'partners.csv', line: 1, column: null, problem: 'the file is empty' },
    ]);
    expect(await problems(partnersFile('name\nMaria\n'))).toEqual([
      {
        file: 'partners.csv',
        line: 1,
        column: null,
        problem: 'the file has no column "email", which partners need',
      },
    ]);
    expect(await problems(partnersFile('email,name\na@b.example,"Maria\n'))).toEqual([
      { file: 'partners.csv', line: 2, column: null, problem: 'a cell in quotes does not end' },
    ]);
    const unknown = await send('POST', '/imports', {
      mapping: { ...MAPPING, partners: { columns: { mail: 'email' } } },
      files: [partnersFile()],
    });
    expect(unknown).toMatchObject({
      status: 422,
      body: { error: expect.stringContaining('mapping.partners.columns.mail') },
    });
  });
});
