-- When an invitation that was made with many others is to be emailed; null: it is not, or was. Its token is made when it is sent, so nothing that
-- opens an account is stored.
alter table invitations add column mail_at timestamptz;
create index invitations_mail on invitations (mail_at) where mail_at is not null;
