-- One normal form for the names of links, groups and tags: that of `normalName` in core. Of two names that are the same now, the one that is in the
-- normal form keeps its place, else the older one gets it; the other keeps its key, and is still found in its own spelling. A few letters whose
-- capitals a database may not know (`odd`: mathematical Greek, letterlike symbols) are left as they are.
create table svc_name_characters as
  with ranges (kind, first, last) as (values
    ('invisible', 173, 173), ('invisible', 847, 847), ('invisible', 1564, 1564), ('invisible', 4447, 4448),
    ('invisible', 6068, 6069), ('invisible', 6155, 6159), ('invisible', 8203, 8207), ('invisible', 8234, 8238),
    ('invisible', 8288, 8303), ('invisible', 12644, 12644), ('invisible', 65024, 65039), ('invisible', 65279, 65279),
    ('invisible', 65440, 65440), ('invisible', 113824, 113827), ('invisible', 119155, 119162), ('invisible', 917504, 921599),
    ('dash', 727, 727), ('dash', 1418, 1418), ('dash', 1470, 1470), ('dash', 5120, 5120), ('dash', 6150, 6150),
    ('dash', 8208, 8213), ('dash', 8259, 8259), ('dash', 8722, 8722), ('dash', 11799, 11799), ('dash', 11802, 11802),
    ('dash', 11834, 11835), ('dash', 11840, 11840), ('dash', 65112, 65112),
    ('odd', 978, 980), ('odd', 7469, 7469), ('odd', 7474, 7474), ('odd', 7485, 7485), ('odd', 8455, 8455), ('odd', 8510, 8511),
    ('odd', 13248, 13249), ('odd', 43000, 43000), ('odd', 120488, 120512), ('odd', 120546, 120570), ('odd', 120604, 120628),
    ('odd', 120662, 120686), ('odd', 120720, 120744), ('odd', 120778, 120778)
  )
  select string_agg(chr(code), '') filter (where kind = 'invisible') as invisible,
         string_agg(chr(code), '') filter (where kind = 'dash') as dashes,
         string_agg(chr(code), '') filter (where kind = 'odd') as odd
    from ranges cross join generate_series(first, last) as codes (code);

create function svc_normal_name(name text) returns text language sql stable as $$
  select case when name ~ '^[\x01-\x7f]*$' then btrim(regexp_replace(name, '\s+', ' ', 'g'))
  else (
    select case when translate(name, odd, '') <> name then name
    else normalize(replace(lower(btrim(regexp_replace(
      translate(translate(normalize(translate(name, invisible, ''), nfkc), invisible, ''), dashes, repeat('-', length(dashes))),
      '\s+', ' ', 'g')) collate "C"), 'i' || chr(775), 'i'), nfkc) end
    from svc_name_characters
  ) end
$$;

with named as (
  select id, short_link_key, svc_normal_name(short_link_key) as normal from links where short_link_key !~ '^[\x01-\x7f]*$'
), placed as (
  select id, normal, row_number() over (partition by normal order by id) as place from named where short_link_key <> normal
)
update links l set short_link_key = placed.normal
  from placed
 where l.id = placed.id and placed.place = 1
   and not exists (select 1 from links other where other.short_link_key = placed.normal);

with named as (
  select id, program_id, name_key, removed_at, svc_normal_name(name_key) as normal
    from partner_groups
), placed as (
  select id, program_id, removed_at, normal,
         row_number() over (partition by program_id, normal, removed_at is null order by id) as place
    from named where name_key <> normal
)
update partner_groups g set name_key = placed.normal
  from placed
 where g.id = placed.id
   and (placed.removed_at is not null
        or placed.place = 1
           and not exists (select 1 from partner_groups other
                            where other.program_id = placed.program_id and other.name_key = placed.normal
                              and other.removed_at is null));

update enrollments e
   set tags = array(select distinct svc_normal_name(tag) from unnest(e.tags) as tag order by 1)
 where exists (select 1 from unnest(e.tags) as tag where tag <> svc_normal_name(tag));

drop function svc_normal_name(text);
drop table svc_name_characters;
