import type { Operation } from '../../operations/operation.js';
import { createGroup } from './create-group.js';
import { listGroups } from './list-groups.js';
import { removeGroup } from './remove-group.js';
import { updateGroup } from './update-group.js';

/** What can be asked of groups of partners. */
export const GROUPS: readonly Operation[] = [createGroup, listGroups, removeGroup, updateGroup];
