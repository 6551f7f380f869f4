-- When a week begins and ends for a team: the IANA name of a time zone, as the service writes it. Totals stay those of days in UTC.
alter table workspaces add column time_zone text not null default 'UTC' check (time_zone <> '');
