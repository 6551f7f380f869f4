-- For how many months after the end of theirs a program keeps clicks that no customer came with; null: as long as the service does.
-- `clicks_removing_before_ms`: clicks from before may be gone; `clicks_removed_before_ms`: they all are, but those of customers.
alter table programs
  add column click_retention_months integer check (click_retention_months between 1 and 1200),
  add column clicks_removing_before_ms bigint,
  add column clicks_removed_before_ms bigint;
