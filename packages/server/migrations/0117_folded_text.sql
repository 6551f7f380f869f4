-- Text is searched, compared and sorted in a form of its own that does not depend on the locale of the database (decision 55): lower case by
-- the rules of Unicode, with letters that are written in several ways in one of them. What is ASCII, which most is, takes the short way.
create collation folding (provider = icu, locale = 'und');

create function fold(value text) returns text language sql immutable parallel safe
return case when octet_length(value) = char_length(value) then lower(value collate "C")
            else replace(translate(lower(normalize(value, nfkc) collate folding) collate "C", U&'\0131\03C2\0307', U&'i\03C3'),
                         U&'\00DF', 'ss') end;

drop index sale_references_begins;
create index sale_references_begins on sale_references (workspace_id, (fold(reference) collate "C"));
drop index customers_by_key;
create index customers_by_key on customers (program_id, (coalesce(fold(customer_key) collate "C", '')), id);
drop index customers_email;
create index customers_email on customers (program_id, (fold(email) collate "C")) where email is not null;
drop index audit_entries_by_person;
create index audit_entries_by_person on audit_entries (workspace_id, (fold(user_email) collate "C"), occurred_at, id);
drop index audit_entries_by_action;
create index audit_entries_by_action on audit_entries (workspace_id, (fold(action) collate "C"), occurred_at, id);
drop index audit_entries_by_target;
create index audit_entries_by_target on audit_entries (workspace_id, (fold(target_id) collate "C"), occurred_at, id);
