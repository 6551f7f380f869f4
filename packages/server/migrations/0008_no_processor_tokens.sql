-- The processor's API is asked with the platform's own key, for the account, so nothing that it gave is kept.
alter table processor_connections drop column credentials;
