-- A host is used by one workspace of the service at a time. The first to list it holds it until another has proven, with a DNS record,
-- that the host is theirs.
create table workspace_hosts (
  host text not null,
  workspace_id bigint not null references workspaces (id),
  token text not null check (token ~ '^[0-9a-f]{32}$'),
  claimed_at timestamptz not null default now(),
  proven_at timestamptz,
  is_serving boolean not null,
  primary key (host, workspace_id)
);
create unique index workspace_hosts_serving on workspace_hosts (host) where is_serving;
create index workspace_hosts_workspace on workspace_hosts (workspace_id);

-- The host of an origin; null for names and addresses that mean another machine to everyone, which no one can prove.
alter table program_origins
  add column host text generated always as (
    rtrim(substring(origin from '^https?://(?!(?:[0-9.]+|\[[^]]*\]|(?:[^:/]*\.)?localhost)\.?(?::[0-9]+)?$)([^:/]+)'), '.')
  ) stored;
create index program_origins_host on program_origins (host);

alter table program_link_domains drop constraint program_link_domains_pkey, add primary key (host, program_id);

-- Links of a host are in use already, so whoever has it as a link domain holds it; else whoever listed it as an origin first.
insert into workspace_hosts (host, workspace_id, token, is_serving)
select host, workspace_id,
       substr(encode(sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')), 'hex'), 1, 32),
       row_number() over (partition by host order by rank, program_id) = 1
  from (select distinct on (listed.host, p.workspace_id) listed.host, p.workspace_id, listed.rank, p.id as program_id
          from (select host, program_id, 1 as rank from program_link_domains
                union all select host, program_id, 2 from program_origins where host is not null) listed
          join programs p on p.id = listed.program_id
         order by listed.host, p.workspace_id, listed.rank, p.id) first;
