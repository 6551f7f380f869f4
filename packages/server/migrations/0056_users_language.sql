-- The language somebody chose in the web application; emails about their account are written in it.
alter table users add column language text not null default 'en' check (language in ('en', 'de'));
