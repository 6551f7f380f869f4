-- What provision files have applied, so that a later run can tell which values people have changed since and leave those
-- alone. A database without these rows knows nothing of earlier runs: what differs from the file then counts as changed
-- by a person.

-- One row for each object that a provision file has named. `object_key` is the object's natural key as the file has it, a
-- JSON array, and `object_id` the row it stands for, which a person may have renamed since. `applied` has the last value
-- applied to each field. No passwords; of API keys only the hash.
create table provisioned_objects (
  kind text not null,
  object_key text not null,
  object_id text not null,
  applied jsonb not null,
  primary key (kind, object_key)
);
create index provisioned_objects_id on provisioned_objects (kind, object_id);

-- Runs that apply a file take turns by this row.
create table provision_turns (
  id integer primary key check (id = 1)
);
insert into provision_turns (id) values (1);
