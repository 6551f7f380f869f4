// Takes the lock of the given directory when standard input says so, says whether it got it, and holds it.
import { once } from 'node:events';
import { lockDirectory } from '../../../src/database/embedded/lock.js';

const [directory = ''] = process.argv.slice(2);
console.log('ready');
await once(process.stdin, 'data');
try {
  await lockDirectory(directory);
  console.log('locked');
} catch (error) {
  console.log(error instanceof Error ? error.name : error);
}
await once(process.stdin, 'end');
