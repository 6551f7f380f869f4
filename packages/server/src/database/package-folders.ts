import { fileURLToPath } from 'node:url';

// Two levels up is the package, from src/database as from the bundle in dist/program.
/** The numbered migrations. */
export const MIGRATIONS_FOLDER = fileURLToPath(new URL('../../migrations', import.meta.url));
/** Where the build leaves the prepared database. */
export const PREPARED_FOLDER = fileURLToPath(new URL('../../dist/prepared-database', import.meta.url));
