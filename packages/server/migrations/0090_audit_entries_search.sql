-- The audit log is searched beyond its newest entries by who did something and by the action, each as the other lists are searched by
-- text (0048): every value is found by going from one to the next, and of each its newest entries. So are the filters for both, and for a program.
create index audit_entries_by_person on audit_entries (workspace_id, (lower(user_email) collate "C"), occurred_at, id);
create index audit_entries_by_action on audit_entries (workspace_id, (lower(action) collate "C"), occurred_at, id);
create index audit_entries_by_target on audit_entries (workspace_id, (lower(target_id) collate "C"), occurred_at, id);
create index audit_entries_by_program on audit_entries (workspace_id, program_id, occurred_at, id) where program_id is not null;
