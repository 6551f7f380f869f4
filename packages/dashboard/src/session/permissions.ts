/** What a member of a workspace may be allowed to do: `x-permission` of the routes. Contract section 5. */
export type Permission =
  | 'tracking:read'
  | 'program:read'
  | 'report:read'
  | 'partner:write'
  | 'link:write'
  | 'program:write'
  | 'key:write'
  | 'api_key:write'
  | 'commission:write'
  | 'payout:write'
  | 'webhook:write'
  | 'workspace:write'
  | 'member:write';
