import type { Operation } from '../../operations/operation.js';
import { readBranding } from './read-branding.js';
import { readLogo } from './read-logo.js';
import { removeLogo } from './remove-logo.js';
import { setBranding } from './set-branding.js';
import { setLogo } from './set-logo.js';

/** What can be asked of the look of workspaces. */
export const BRANDING: readonly Operation[] = [readBranding, readLogo, removeLogo, setBranding, setLogo];
