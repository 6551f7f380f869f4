-- Who issues statements and who receives them. `self_billing`: statements are the partner's invoices, written by the company.
alter table workspaces
  add column company_name text,
  add column company_address text,
  add column tax_id text,
  add column self_billing boolean not null default false;
alter table partners
  add column company_name text,
  add column company_address text,
  add column tax_id text;

-- Both as they were when the payout was created: { "issuer", "recipient", "self_billing" }. Null for payouts from before.
alter table payouts add column parties jsonb;
