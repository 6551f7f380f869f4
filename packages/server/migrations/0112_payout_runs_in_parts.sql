-- A run of many payouts is created in several transactions: `wanted` says whom it is to pay, and `is_complete` that all of them were written.
alter table payout_runs add column is_complete boolean not null default true;
alter table payout_runs add column wanted json;

-- One at a time in a program, so that a repeated request finds the one that was begun.
create unique index payout_runs_incomplete on payout_runs (program_id) where not is_complete;
