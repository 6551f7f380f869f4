-- When something was told of a payment last. A payment that is known for long may be told something in the very moment in
-- which its sale is recorded, and is not forgotten while things are told of it.
alter table payments add column told_at timestamptz not null default now();
create index payments_unsold on payments (told_at) where sale_id is null;
drop index payments_waiting;
