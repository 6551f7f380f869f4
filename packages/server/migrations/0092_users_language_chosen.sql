-- Null: never chosen. Emails are in English then, and the application follows the browser. Until now nobody who had English could be told
-- from somebody who had chosen it.
alter table users alter column language drop not null;
alter table users alter column language drop default;
update users set language = null where language = 'en';
