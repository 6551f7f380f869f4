// Loaded before a command: the process kills itself just before it gives a file the name in KILLED_BEFORE_RENAME.
const fs = require('node:fs');
const { basename } = require('node:path');

const { renameSync } = fs;
fs.renameSync = (from, to) => {
  if (basename(to) === process.env.KILLED_BEFORE_RENAME) process.kill(process.pid, 'SIGKILL');
  return renameSync(from, to);
};
