import type { Operation } from '../../operations/operation.js';
import { createImport } from './create-import.js';
import { listImports } from './list-imports.js';

/** What can be asked of imports of another system's history. */
export const IMPORTS: readonly Operation[] = [createImport, listImports];
