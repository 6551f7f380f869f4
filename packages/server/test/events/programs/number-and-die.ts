// Numbers events until there are no more, a few at a time, in its own process, which kills itself (as kill -9 does) after a given
// step of the numbering. Without a step it works to the end and says so.
import { openDatabase } from '../../../src/database/open.js';
import { numberEvents } from '../../../src/events/number-events.js';

const [databaseUrl = '', dataDir = '', dieAt = '', times = '1'] = process.argv.slice(2);
let left = Number(times);
const atStep = (step: string) => {
  if (step !== dieAt) return;
  left -= 1;
  if (left === 0) process.kill(process.pid, 'SIGKILL');
};
const { pool, close } = await openDatabase(databaseUrl === '' ? { dataDir } : { databaseUrl, dataDir: '' });
for (let count = 1; count > 0; ) ({ count } = await numberEvents(pool, { limit: 7, atStep }));
await close();
console.log('done');
