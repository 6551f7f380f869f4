-- An import is written in short transactions, each of which leaves a row of its own: the first has the files, and the others name it.
-- `ends`: nothing of the import is missing after this row.
alter table imports
  add column part_of bigint,
  add column ends boolean not null default true;
create index imports_parts on imports (part_of) where part_of is not null;
