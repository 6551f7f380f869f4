// Opens the database in the given data directory, says "open", and holds it until standard input ends.
import { once } from 'node:events';
import { openDatabase } from '../../../src/database/open.js';

const [dataDir = ''] = process.argv.slice(2);
try {
  const database = await openDatabase({ dataDir });
  console.log('open');
  process.stdin.resume();
  await once(process.stdin, 'end');
  await database.close();
} catch (error) {
  console.log(error instanceof Error ? `${error.name}: ${error.message}` : error);
}
