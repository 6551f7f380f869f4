-- Whether only an email carries the link of an invitation, so that opening it proves the address. False: the link was shown to a person or written to
-- a file, and so count those that were made before this column. `mail_at` is set for every invitation until an email server has taken its email.
alter table invitations add column by_email boolean not null default false;
-- Whether an address is known to another workspace.
create index invitations_open_email on invitations (email) where accepted_at is null and revoked_at is null;
