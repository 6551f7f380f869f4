import type { Operation } from '../../operations/operation.js';
import { readSetupState } from './read-setup-state.js';
import { readWorkspace } from './read-workspace.js';
import { setUp } from './set-up.js';
import { updateWorkspace } from './update-workspace.js';

/** What can be asked of workspaces. */
export const WORKSPACES: readonly Operation[] = [readSetupState, readWorkspace, setUp, updateWorkspace];
