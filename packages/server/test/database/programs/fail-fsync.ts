// Commits once, then once more on a disk whose fsync fails.
import fs from 'node:fs';
import { openDatabase } from '../../../src/database/open.js';

const [dataDir = ''] = process.argv.slice(2);
const { pool } = await openDatabase({ dataDir });
await pool.query('create table numbers (n integer primary key)');
await pool.query('insert into numbers values (1)');
console.log('first answered');
fs.fdatasyncSync = () => {
  throw Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' });
};
await pool.query('insert into numbers values (2)');
console.log('second answered');
