// Commits once, then sends what was written to a disk that fails.

import fs from 'node:fs';
import { join } from 'node:path';
import { openEmbedded } from '../../../src/database/embedded.js';

const [dataDir = ''] = process.argv.slice(2);
const { pglite, files } = await openEmbedded(join(dataDir, 'db'));
await pglite.exec('create table numbers (n integer primary key); insert into numbers values (1)');
// Writes all files, as a full buffer would.
await pglite.exec('checkpoint');
console.log('answered');
fs.fdatasync = ((_file: number, done: (error: Error) => void) => {
  done(new Error('EIO: i/o error, fdatasync'));
}) as typeof fs.fdatasync;
await files.syncWritten();
console.log('went on');
