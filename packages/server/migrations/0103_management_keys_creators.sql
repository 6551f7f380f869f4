-- The person whose a management key is: who created it, or whose key created it. No reference, because the key stays when the person goes.
alter table management_keys add column creator_id text;

-- So far a key has the address of its creator, or the name and the last characters of the key that created it.
update management_keys k set creator_id = u.id from users u where lower(u.email) = lower(k.created_by);

with recursive made as (
  select id, workspace_id, name, hint, creator_id from management_keys where creator_id is not null
  union
  select k.id, k.workspace_id, k.name, k.hint, m.creator_id
    from made m
    join management_keys k on k.workspace_id = m.workspace_id and k.id > m.id and k.creator_id is null
     and k.created_by = 'management key "' || m.name || '" (…' || m.hint || ')')
update management_keys k set creator_id = m.creator_id from made m where m.id = k.id and k.creator_id is null;

create index management_keys_creator on management_keys (workspace_id, creator_id);
