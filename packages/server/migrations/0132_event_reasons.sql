-- The result of a payment event is stored as a code with parameters and shown in the reader's language. Sentences stored before keep
-- their words, as the parameter of the code `text`.
alter table processor_outcomes add column reason_code text;
alter table processor_outcomes add column reason_parameters jsonb not null default '{}';
update processor_outcomes set reason_code = 'text', reason_parameters = jsonb_build_object('text', reason);
alter table processor_outcomes alter column reason_code set not null;
alter table processor_outcomes drop column reason;

-- The program that the payment of an event belongs to, as far as it is known.
alter table processor_outcomes add column program_id bigint;
-- When an event was received that needs attention: it carries money and leads nowhere, or cannot be processed; null: all others.
alter table processor_outcomes add column noticed_at timestamptz;
create index processor_outcomes_noticed on processor_outcomes (workspace_id, reason_code, noticed_at) where noticed_at is not null;
