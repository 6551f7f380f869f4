-- Which payment provider an event, an account or a payment comes from: ids are unique at one provider only. References of
-- payments and keys of adjustments begin with a prefix of the provider instead, because they are compared with those that
-- API callers send (`PaymentProvider.referencePrefix`; Stripe's is empty).

-- A process of the previous version names the unique index that is dropped here when it stores an event. It fails, and the
-- provider delivers the event again.
alter table processor_events add column provider text not null default 'stripe';
alter table processor_events drop constraint processor_events_event_id_key;
create unique index processor_events_id on processor_events (event_id, provider);

alter table processor_connections add column provider text not null default 'stripe';
alter table processor_connections drop constraint processor_connections_account_id_key;
create unique index processor_connections_account on processor_connections (account_id, provider);

alter table processor_connect_attempts add column provider text not null default 'stripe';
alter table processor_coverage add column provider text not null default 'stripe';
