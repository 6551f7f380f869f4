// Loaded before a program, into each of its threads: its disk does what files in the folder SVC_TEST_DISK say.
//   broken  every sync fails
//   syncs   has a character for each synchronous sync
//   held    every synchronous sync waits until this file is gone; "waiting" is there once one does
// SVC_TEST_SYNC_MS: how much longer each sync takes, in milliseconds.
const fs = require('node:fs');
const { syncBuiltinESMExports } = require('node:module');
const { join } = require('node:path');

const folder = process.env.SVC_TEST_DISK;
const syncMs = Number(process.env.SVC_TEST_SYNC_MS ?? 0);
const cell = new Int32Array(new SharedArrayBuffer(4));

const isThere = (name) => folder !== undefined && fs.existsSync(join(folder, name));
const pause = (ms) => Atomics.wait(cell, 0, 0, ms);
const failure = () => Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' });

function beforeSync() {
  if (folder !== undefined) fs.appendFileSync(join(folder, 'syncs'), '.');
  if (isThere('broken')) throw failure();
  if (isThere('held')) fs.writeFileSync(join(folder, 'waiting'), '');
  while (isThere('held')) pause(1);
  if (syncMs > 0) pause(syncMs);
}

for (const name of ['fdatasyncSync', 'fsyncSync']) {
  const sync = fs[name];
  fs[name] = (file) => {
    beforeSync();
    sync(file);
  };
}
for (const name of ['fdatasync', 'fsync']) {
  const sync = fs[name];
  fs[name] = (file, done) => {
    if (isThere('broken')) process.nextTick(done, failure());
    else setTimeout(() => sync(file, done), syncMs);
  };
}
syncBuiltinESMExports();
