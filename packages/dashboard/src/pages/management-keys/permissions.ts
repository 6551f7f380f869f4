import type { Row } from '../../api/client.js';
import { texts } from '../../texts/management-keys.js';

export type ManagementKey = Row<'/api/workspaces/{workspaceId}/management-keys'>;
export type KeyPermission = ManagementKey['permissions'][number];

/** What a key can be allowed to do, as the form offers it: the tracking status is a page of people, which no key opens. */
export const OFFERED = Object.keys(texts.notes) as (keyof typeof texts.notes)[];

/** What a permission is called. */
export function nameOfPermission(permission: KeyPermission): string {
  return texts.labels[permission];
}
