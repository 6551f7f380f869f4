/**
 * The condition that a workspace uses a host at present, as SQL. `host` may be null: names of the visitor's own machine and numeric
 * addresses belong to no workspace, so every workspace uses them.
 */
export function servesHost(host: string, workspaceId: string): string {
  return `(${host} is null or exists (
    select 1 from workspace_hosts h where h.host = ${host} and h.workspace_id = ${workspaceId} and h.is_serving))`;
}
