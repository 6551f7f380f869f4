-- Who started an attempt to connect an account. A person's attempt ends in the browser session it began in (`session_id`,
-- the row's id, which opens nothing); an API key's (`key_id`) only while no account is connected. `started_by` is what the
-- audit log calls them.
alter table processor_connect_attempts add column user_id text;
alter table processor_connect_attempts add column session_id text;
alter table processor_connect_attempts add column key_id bigint;
alter table processor_connect_attempts add column program_id bigint;
alter table processor_connect_attempts add column started_by text;
alter table processor_connect_attempts add check (num_nonnulls(session_id, key_id) <= 1);
alter table processor_connect_attempts add check (num_nonnulls(session_id, user_id) <> 1);
alter table processor_connect_attempts add check ((session_id is null and key_id is null) or started_by is not null);

-- Of those that are under way nobody knows who started them, so they are over: people start again.
update processor_connect_attempts set expires_at = now() where status = 'pending' and expires_at > now();
