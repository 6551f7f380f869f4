-- Which payment provider an event, an account or a payment comes from: ids are unique at one provider only. What payments,
-- their references and their adjustments are called begins with a prefix of the provider instead, because these names are
-- compared with those that API callers give (`PaymentProvider.referencePrefix`; Stripe's is empty).

-- An older process names the unique index that goes here when it stores an event. It is refused, and the provider delivers
-- the event again.
alter table processor_events add column provider text not null default 'stripe';
alter table processor_events drop constraint processor_events_event_id_key;
create unique index processor_events_id on processor_events (event_id, provider);

alter table processor_connections add column provider text not null default 'stripe';
alter table processor_connections drop constraint processor_connections_account_id_key;
create unique index processor_connections_account on processor_connections (account_id, provider);

alter table processor_connect_attempts add column provider text not null default 'stripe';
alter table processor_coverage add column provider text not null default 'stripe';
