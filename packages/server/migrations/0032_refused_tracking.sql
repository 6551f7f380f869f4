-- Requests to the tracking routes that were refused, counted per day (UTC), for the status and the watch of the command line tool.
-- `value` is what was refused: the origin of `origin_not_allowed`, the `aff` of `link_not_found`, empty for other codes. Nothing
-- about visitors is kept. `written_at` orders what a watcher has not seen yet. A job removes rows after 30 days.
create table refused_tracking (
  program_id bigint not null,
  day date not null,
  event text not null check (event in ('click', 'lead', 'sale', 'refund')),
  code text not null,
  value text not null check (length(value) <= 200),
  count bigint not null check (count > 0),
  last_at timestamptz not null,
  written_at timestamptz not null default now(),
  primary key (program_id, day, event, code, value)
);
create index refused_tracking_day on refused_tracking (day);
