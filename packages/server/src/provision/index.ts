export { applyProvision } from './apply-provision.js';
export { parseProvisionFile } from './parse-provision-file.js';
export { ProvisionError } from './provision-error.js';
export type { ProvisionFile } from './provision-file.js';
export type { Kept, Passwords, ProvisionReport } from './run.js';
export { KINDS } from './run.js';
