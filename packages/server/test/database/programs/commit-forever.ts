// Inserts 1, 2, 3, … into the table "numbers", each in a commit of its own, and says each number when it is answered. With
// each goes as much text as is asked for, which cannot be compressed.
import { randomBytes } from 'node:crypto';
import { openDatabase } from '../../../src/database/open.js';

const [dataDir = '', length = '0'] = process.argv.slice(2);
const { pool } = await openDatabase({ dataDir });
await pool.query('create table numbers (n integer primary key, padding text)');
for (let n = 1; ; n += 1) {
  const padding = randomBytes(Number(length) / 2).toString('hex');
  await pool.query('insert into numbers values ($1, $2)', [n, padding]);
  console.log(n);
}
