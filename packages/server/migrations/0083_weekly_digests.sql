-- Which week each team was told of last, by its Monday, and when it is told next. The zone is the one that `next_at` was computed for.
create table digest_weeks (
  workspace_id bigint primary key references workspaces (id),
  told_week date not null check (extract(isodow from told_week) = 1),
  time_zone text not null,
  next_at timestamptz not null
);
create index digest_weeks_next on digest_weeks (next_at);

-- Of a weekly digest: its Monday, and what all programs counted when it was written.
alter table notifications
  add column week date,
  add column week_clicks bigint,
  add column week_sales bigint,
  add check ((week is null) = (week_clicks is null) and (week is null) = (week_sales is null));
