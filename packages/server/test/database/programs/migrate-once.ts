// Migrates the database at the given address from the given directory and says which versions it applied.
import { migrate } from '../../../src/database/migrate.js';
import { openDatabase } from '../../../src/database/open.js';

const [databaseUrl, directory = ''] = process.argv.slice(2);
const database = await openDatabase({ databaseUrl, dataDir: '' });
const applied = await migrate(database.pool, { directory });
console.log(JSON.stringify(applied.map(({ version }) => version)));
await database.close();
