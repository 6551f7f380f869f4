-- Rows that decide who is paid, how much and where have a sealed state for each version (docs/books.md, decision 64).

-- Of recorded rows, `row_key` is the primary key as a text, its columns with a space between two, and `row_id` is null.
alter table row_states
  drop constraint row_states_table_name_check,
  alter column row_id drop not null,
  add column row_key text,
  add constraint row_states_row check ((row_id is null) <> (row_key is null));
create unique index row_states_key on row_states (table_name, row_key, version);

-- The newest state of each recorded row. With a new salt for each version, older digests cannot be compared with guesses: what is erased from a
-- row is erased from its states, too. Empty: the row is deleted.
create table recorded_rows (
  table_name text not null,
  row_key text not null,
  workspace_id bigint not null,
  version integer not null check (version > 0),
  salt text not null,
  primary key (table_name, row_key)
);

-- The id of a new state: of a range of its workspace, so that an import meets no state of another one. Ids of states of the whole service are
-- below zero. There are as many ranges as numbers below 2^53 have room for; ids differ even where two workspaces share one.
create function next_state_id(workspace bigint) returns bigint language sql volatile as $$
  select case workspace when 0 then -1 else 1 end
         * (workspace % 1048576 * 4294967296 + nextval(pg_get_serial_sequence('row_states', 'id')))
$$;

-- Whether this session is the service's. Poolers keep the name of the application for each client, and may add its address; where one does not,
-- the role has `svc.records`.
create function records_rows() returns boolean language sql stable as $$
  select current_setting('application_name') = 'svc' or current_setting('application_name') like 'svc - %'
         or current_setting('svc.records', true) is not distinct from 'on'
$$;

-- What is recorded of a row: its columns that are not null, in the order of their names. New columns change it only where they have a value.
create function row_text(r json, left_out text[]) returns text language sql immutable as $$
  select string_agg(to_json(key)::text || ':' || value::text, ',' order by key collate "C")
    from json_each(r) where value::text <> 'null' and key <> all (left_out)
$$;

create function row_digest(salt text, row_text text) returns text language sql immutable as $$
  select encode(sha256(convert_to(salt || row_text, 'UTF8')), 'hex')
$$;

create function row_key(r json, keys text[]) returns text language sql immutable as $$
  select string_agg(r ->> key, ' ' order by place) from unnest(keys) with ordinality as k (key, place)
$$;

-- The workspace of a row, by the column that leads to it; 0: it is of the whole service.
create function row_workspace(r json, by_column text) returns bigint language sql stable as $$
  select case by_column
    when 'workspace_id' then (r ->> 'workspace_id')::bigint
    when 'program_id' then (select workspace_id from programs where id = (r ->> 'program_id')::bigint)
    when 'partner_id' then (select workspace_id from partners where id = (r ->> 'partner_id')::bigint)
    when 'sale_id' then (select workspace_id from sales where id = (r ->> 'sale_id')::bigint)
    when 'id' then (r ->> 'id')::bigint
    else 0 end
$$;

create function add_row_state(of_table text, of_key text, before text, after text, workspace bigint) returns void language plpgsql as $$
declare
  newest recorded_rows;
  was_recorded boolean;
begin
  select * into newest from recorded_rows where table_name = of_table and row_key = of_key;
  if newest.version is null or newest.salt = '' then
    was_recorded := before is null;
  else
    was_recorded := before is not null and row_digest(newest.salt, before) = (
      select state ->> 'digest' from row_states where table_name = of_table and row_key = of_key and version = newest.version);
  end if;
  workspace := coalesce(newest.workspace_id, workspace, 0);
  newest.version := coalesce(newest.version, 0) + 1;
  newest.salt := case when after is null then '' else replace(gen_random_uuid()::text, '-', '') end;
  insert into row_states (id, workspace_id, table_name, row_key, version, state)
  values (next_state_id(workspace), workspace, of_table, of_key, newest.version,
          json_strip_nulls(json_build_object('digest', row_digest(newest.salt, after),
                                             'is_gone', case when after is null then true end,
                                             'was_changed', case when was_recorded is not true then true end)));
  insert into recorded_rows as n (table_name, row_key, workspace_id, version, salt)
  values (of_table, of_key, workspace, newest.version, newest.salt)
  on conflict (table_name, row_key) do update set version = excluded.version, salt = excluded.salt;
end
$$;

-- Its arguments: the columns of the key, the column that leads to the workspace, and columns that are left out; with commas between them.
create function record_row() returns trigger language plpgsql set timezone = 'UTC' as $$
declare
  keys constant text[] := string_to_array(tg_argv[0], ',');
  left_out constant text[] := string_to_array(tg_argv[2], ',');
  before json;
  after json;
begin
  if not records_rows() then return null; end if;
  if tg_op <> 'INSERT' then before := row_to_json(old); end if;
  if tg_op <> 'DELETE' then after := row_to_json(new); end if;
  if tg_op = 'UPDATE' and row_key(before, keys) <> row_key(after, keys) then
    perform add_row_state(tg_table_name, row_key(before, keys), row_text(before, left_out), null, null);
    perform add_row_state(tg_table_name, row_key(after, keys), null, row_text(after, left_out), row_workspace(after, tg_argv[1]));
  elsif tg_op <> 'UPDATE' or row_text(before, left_out) <> row_text(after, left_out) then
    perform add_row_state(tg_table_name, row_key(coalesce(after, before), keys), row_text(before, left_out),
                          row_text(after, left_out), row_workspace(coalesce(after, before), tg_argv[1]));
  end if;
  return null;
end
$$;

-- Records a table from now on, and the rows that it has. A migration that adds a column with a value to a recorded table calls it again,
-- because no trigger sees those values.
create function record_rows(of_table text, keys text, workspace_by text, left_out text default '') returns void language plpgsql set timezone = 'UTC' as $$
begin
  execute format('create or replace trigger %I after insert or update or delete on %I for each row execute function record_row(%L, %L, %L)',
                 of_table || '_recorded', of_table, keys, workspace_by, left_out);
  execute format($sql$
    with written as materialized (
      select row_key(r, string_to_array($2, ',')) as row_key, coalesce(row_workspace(r, $3), 0) as workspace_id,
             row_text(r, string_to_array($4, ',')) as row_text, replace(gen_random_uuid()::text, '-', '') as salt
        from (select row_to_json(t) as r from %I t) rows),
    changed as materialized (
      select w.*, coalesce(n.version, 0) + 1 as version
        from written w
        left join recorded_rows n on n.table_name = $1 and n.row_key = w.row_key
        left join row_states s on s.table_name = $1 and s.row_key = w.row_key and s.version = n.version
       where s.id is null or s.state ->> 'digest' is distinct from row_digest(n.salt, w.row_text)),
    states as (
      insert into row_states (id, workspace_id, table_name, row_key, version, state)
      select next_state_id(workspace_id), workspace_id, $1, row_key, version, json_build_object('digest', row_digest(salt, row_text))
        from changed order by row_key)
    insert into recorded_rows (table_name, row_key, workspace_id, version, salt)
    select $1, row_key, workspace_id, version, salt from changed
    on conflict (table_name, row_key) do update set version = excluded.version, salt = excluded.salt
  $sql$, of_table) using of_table, keys, workspace_by, left_out;
end
$$;

select record_rows('accounts', 'id', 'none', 'access_token,refresh_token,id_token,access_token_expires_at,refresh_token_expires_at,scope,updated_at');
select record_rows('adjustments', 'id', 'program_id');
select record_rows('api_keys', 'id', 'program_id', 'last_used_at');
select record_rows('claims', 'id', 'program_id');
select record_rows('code_processor_ids', 'program_id,processor_id', 'program_id');
select record_rows('codes', 'id', 'program_id');
select record_rows('credit_changes', 'customer_id,number', 'workspace_id');
select record_rows('enrollments', 'id', 'program_id');
select record_rows('entered_sales', 'sale_id', 'none');
select record_rows('imported_commissions', 'program_id,external_id', 'program_id');
select record_rows('imported_customers', 'customer_id', 'program_id');
select record_rows('imported_sales', 'sale_id', 'program_id');
select record_rows('imports', 'id', 'workspace_id');
select record_rows('invitations', 'id', 'workspace_id', 'mail_at');
select record_rows('links', 'id', 'workspace_id');
select record_rows('management_keys', 'id', 'workspace_id', 'last_used_at');
select record_rows('partner_groups', 'id', 'program_id');
select record_rows('partner_payout_details', 'id', 'partner_id');
select record_rows('partners', 'id', 'workspace_id');
select record_rows('payer_names', 'connection_id,kind,name', 'workspace_id');
select record_rows('payment_connections', 'id', 'workspace_id', 'reported_at_ms,caught_up_until,endpoint_request,endpoint_requested_at,problems');
select record_rows('payout_files', 'id', 'program_id');
select record_rows('payout_runs', 'id', 'program_id');
select record_rows('processor_events', 'id', 'none');
select record_rows('processor_outcomes', 'id', 'none', 'attempts,reason_code,reason_parameters,noticed_at,settled_at');
select record_rows('program_link_domains', 'host,program_id', 'program_id');
select record_rows('program_minimum_payouts', 'program_id,currency', 'program_id');
select record_rows('program_origins', 'program_id,origin', 'program_id');
select record_rows('programs', 'id', 'workspace_id');
select record_rows('provisioned_objects', 'kind,object_key', 'none');
select record_rows('two_factors', 'id', 'none', 'failed_verification_count,locked_until,last_used_step');
select record_rows('unearned_credits', 'sale_id,enrollment_id', 'program_id');
select record_rows('users', 'id', 'none', 'image,language,updated_at');
select record_rows('webhooks', 'id', 'workspace_id', 'position,failing_since');
select record_rows('workspace_hosts', 'host,workspace_id', 'workspace_id');
select record_rows('workspace_members', 'workspace_id,user_id', 'workspace_id');
select record_rows('workspaces', 'id', 'id');

-- Refunds never change, and most of a sale and the flags of a commission do not: they are sealed as they are. What is there belongs to this transaction, without
-- writing each row again.
do $$
begin
  execute format('alter table commissions add column written_in bigint not null default %s', pg_current_xact_id());
  execute format('alter table refunds add column written_in bigint not null default %s', pg_current_xact_id());
  execute format('alter table sales add column written_in bigint not null default %s', pg_current_xact_id());
end
$$;
alter table commissions alter column written_in set default (pg_current_xact_id()::text::bigint);
alter table refunds alter column written_in set default (pg_current_xact_id()::text::bigint);
alter table sales alter column written_in set default (pg_current_xact_id()::text::bigint);
create index commissions_written on commissions (written_in, id);
create index refunds_written on refunds (written_in, id);
create index sales_written on sales (written_in, id);
