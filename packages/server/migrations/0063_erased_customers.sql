-- When key, address and addresses of pages of a customer were erased; their key is a made-up one since. Decision 34.
alter table customers add column erased_at timestamptz;
