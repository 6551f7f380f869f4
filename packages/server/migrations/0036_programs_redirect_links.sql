-- Redirect links: which address partners hand out, where one leads that is unknown or off, and from which parameters of an address
-- the short link is read when there is no `aff`. Contract, second part, 10.
alter table programs
  add column link_style text not null default 'direct' check (link_style in ('direct', 'redirect')),
  add column fallback_url text check (length(fallback_url) between 1 and 2048),
  add column link_parameters text[] not null default '{}';

-- Hosts on which nothing but the links of one program is served. `position` is their order in the program.
create table program_link_domains (
  host text primary key check (host = lower(host) and length(host) between 1 and 253),
  program_id bigint not null references programs (id),
  position integer not null
);
create index program_link_domains_program on program_link_domains (program_id, position);
