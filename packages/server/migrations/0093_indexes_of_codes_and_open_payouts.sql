-- What one code brought is found without reading all that its partner has. Few rows have a code.
create index sales_code on sales (credit_code_id) where credit_code_id is not null;
create index leads_code on leads (credit_code_id) where credit_code_id is not null;
create index commissions_reassigned_code on commissions (((reason ->> 'codeId')::bigint)) where reassigned_at is not null;
-- What is still to be sent, which the first page counts.
create index payouts_open on payouts (program_id, currency) include (amount_cents) where status = 'open';
