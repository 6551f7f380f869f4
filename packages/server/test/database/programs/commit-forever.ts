// Inserts 1, 2, 3, … into the table "numbers", each in a commit of its own, and says each number when it is answered.
import { openDatabase } from '../../../src/database/open.js';

const [dataDir = ''] = process.argv.slice(2);
const { pool } = await openDatabase({ dataDir });
await pool.query('create table numbers (n integer primary key)');
for (let n = 1; ; n += 1) {
  await pool.query('insert into numbers values ($1)', [n]);
  console.log(n);
}
