-- Who signs in: the core tables of better-auth 1.7, in our own naming. src/auth/create-auth.ts maps its field names to
-- these columns. Its limits on sign-in are the HTTP server's, so its rate limit table is not here.

-- better-auth writes addresses in lower case and looks them up so.
create table users (
  id text primary key,
  name text not null,
  email text not null unique check (email = lower(email)),
  email_verified boolean not null default false,
  image text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- `token` is what the cookie carries, signed.
create table sessions (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index sessions_user_id on sessions (user_id);
create index sessions_expires_at on sessions (expires_at);

-- Ways to prove who one is. With email and password: provider_id 'credential', account_id the user's id, and the
-- password's scrypt hash. The token columns are for sign-in through others, which is not offered.
create table accounts (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  provider_id text not null,
  account_id text not null,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (provider_id, account_id)
);
create index accounts_user_id on accounts (user_id);

-- Single-use values with an end, such as links to reset a password.
create table verifications (
  id text primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index verifications_identifier on verifications (identifier);
