-- When invitation emails were sent to an address in the last hour, over all workspaces, as long as that limits further ones.
create table invitation_email_counts (
  address_hash text primary key check (address_hash ~ '^[0-9a-f]{64}$'),
  sent_at timestamptz[] not null,
  forget_at timestamptz not null
);
create index invitation_email_counts_forget_at on invitation_email_counts (forget_at);
