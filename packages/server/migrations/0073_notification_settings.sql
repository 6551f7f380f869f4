-- How people want to be told of each kind of thing, where that is not the default. `off`: no notification is written.
create table notification_settings (
  user_id text not null references users (id) on delete cascade,
  kind text not null,
  delivery text not null check (delivery in ('email', 'app', 'off')),
  primary key (user_id, kind)
);

-- When a notification is to be emailed; null: it is not, or was. What many events are told together as is emailed once, when the day is
-- over.
alter table notifications add column mail_at timestamptz;
create index notifications_mail on notifications (mail_at) where mail_at is not null;
