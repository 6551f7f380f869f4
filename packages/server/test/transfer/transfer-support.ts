import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Pool } from 'pg';
import { readRows } from '../../src/database/read-rows.js';
import { inSnapshot } from '../../src/database/snapshot.js';
import { exportWorkspace } from '../../src/transfer/export-workspace.js';
import { createLineWriter } from '../../src/transfer/lines.js';
import { findScope } from '../../src/transfer/scope.js';
import { WORKSPACE_TABLES } from '../../src/transfer/tables.js';
import { newEmptyDataDir } from '../support/engines.js';

/** A path at which nothing is yet. */
export function newFile(name = 'acme.ndjson.gz'): string {
  return join(newEmptyDataDir(), name);
}

/** Exports a workspace to a new file, and gives its path with what was reported. */
export async function exported(pool: Pool, workspace: string) {
  const file = newFile();
  return { file, ...(await exportWorkspace(pool, { workspace, file, secretId: null })) };
}

/** The transaction that wrote a row, which is another one in each database. */
const WRITTEN_IN = /"written_in":\d+/;

/** How many rows of each table a workspace has, with a hash of all that is in them. */
export async function contentsOf(pool: Pool, workspace: string): Promise<Record<string, string>> {
  return inSnapshot(pool, async (client) => {
    const scope = await findScope(client, workspace);
    if (scope === null) throw new Error(`there is no workspace ${workspace}`);
    const contents: Record<string, string> = {};
    for (const { name, where, orderBy } of WORKSPACE_TABLES) {
      const hash = createHash('sha256');
      let count = 0;
      for await (const rows of readRows(client, { table: name, where: where(scope), orderBy })) {
        count += rows.length;
        for (const row of rows) hash.update(`${row.replace(WRITTEN_IN, '')}\n`);
      }
      contents[name] = `${count} rows ${hash.digest('hex')}`;
    }
    return contents;
  });
}

/** The same lines with the checksums that they would have been written with. */
export function withChecks(lines: readonly string[]): string[] {
  const write = createLineWriter();
  return lines.map((line) => {
    const start = line.replace(/,"check":"\w+"\}$/, '');
    const row = /^\{"table":"(\w+)","row":(.*)$/.exec(start);
    if (row !== null) return write.row(row[1] ?? '', row[2] ?? '').trimEnd();
    const { header, end } = JSON.parse(`${start}}`);
    return (header === undefined ? write.end(end) : write.header(header)).trimEnd();
  });
}

/** The lines as a file. */
export const packed = (lines: readonly string[]) => gzipSync(`${lines.join('\n')}\n`);
