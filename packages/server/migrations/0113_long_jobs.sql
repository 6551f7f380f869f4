-- Work that a request asked for and that took longer than the request waited: how far it is, and its result, for the caller alone.
create table long_jobs (
  id bigint generated always as identity primary key,
  -- `user <id>` or `management key <id>`
  account text not null,
  operation text not null,
  status text not null check (status in ('waiting', 'running', 'done', 'failed')),
  done bigint not null,
  total bigint,
  error text,
  is_cancelled boolean not null default false,
  created_at timestamptz not null default now(),
  -- When the process that runs it last said so.
  seen_at timestamptz not null default now(),
  file_name text,
  file_type text,
  content bytea
);

create index long_jobs_by_age on long_jobs (created_at);
