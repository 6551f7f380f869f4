// Commits once, and syncs all written files after a line on standard input.
import { once } from 'node:events';
import { join } from 'node:path';
import { serialize } from 'pg-protocol';
import { openEmbedded } from '../../../src/database/embedded/server.js';

const [dataDir = ''] = process.argv.slice(2);
const { engine } = await openEmbedded(join(dataDir, 'db'), () => undefined);
await engine.ask(
  serialize.query('create table numbers (n integer primary key); insert into numbers values (1)'),
  0,
);
// Writes all files, as a full buffer would.
await engine.ask(serialize.query('checkpoint'), 0);
console.log('answered');
await once(process.stdin, 'data');
await engine.syncWritten();
console.log('went on');
