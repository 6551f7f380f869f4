// Commits once, and a second time after a line on standard input.
import { once } from 'node:events';
import { openDatabase } from '../../../src/database/open.js';

const [dataDir = ''] = process.argv.slice(2);
const { pool } = await openDatabase({ dataDir });
await pool.query('create table numbers (n integer primary key)');
await pool.query('insert into numbers values (1)');
console.log('first answered');
await once(process.stdin, 'data');
await pool.query('insert into numbers values (2)');
console.log('second answered');
