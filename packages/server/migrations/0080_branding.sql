-- How a workspace looks to its partners. Without a name of its own it is called what the team calls it.
alter table workspaces
  add column partner_name text check (partner_name <> ''),
  add column accent_color text check (accent_color ~ '^#[0-9a-f]{6}$');

-- The logo that a workspace shows its partners. Its address names the digest, so what is behind one address never changes.
create table workspace_logos (
  workspace_id bigint primary key references workspaces (id),
  digest text not null,
  media_type text not null check (media_type in ('image/png', 'image/jpeg', 'image/webp')),
  content bytea not null check (octet_length(content) between 1 and 204800),
  created_at timestamptz not null default now()
);
