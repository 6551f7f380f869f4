-- Since when the audit log of a workspace has an entry for every change of rules, payouts, keys, holds and programs. It belongs to the
-- workspace and moves with it: until now it was the time of migration 0022, which a database that a workspace is imported into runs
-- later than its entries. Null: since it began.
alter table workspaces add column logged_since timestamptz;

-- Codes are younger than migration 0022, so a workspace with older entries of them was imported.
update workspaces w set logged_since = least(
  (select applied_at from schema_versions where name = 'audit_entries_numbers'),
  (select min(a.occurred_at) from audit_entries a where a.workspace_id = w.id and a.target_type = 'code'));
