-- What lists of the management API are searched and sorted by. Text is compared byte by byte in lower case, so that an index
-- answers both what begins with something and the order (decision 30).
create index sale_references_begins on sale_references (workspace_id, (lower(reference) collate "C"));
create index customers_by_key on customers (program_id, (coalesce(lower(customer_key) collate "C", '')), id);
create index customers_email on customers (program_id, (lower(email) collate "C")) where email is not null;
create index sales_amount on sales (program_id, amount_cents, id);
create index commissions_amount on commissions (program_id, amount_cents, id);
