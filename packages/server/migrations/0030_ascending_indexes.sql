-- Rows come in the order of their time. In a descending index each goes in front of all others of its program: pages are split in the
-- middle and stay half empty. In an ascending one it goes behind them, and pages are filled. Lists read either one backwards as well.
drop index customers_program;
create index customers_program on customers (program_id, created_at, id);
drop index customers_partner;
create index customers_partner on customers (program_id, partner_id, created_at, id);
drop index leads_program;
create index leads_program on leads (program_id, occurred_at, id);
drop index sales_program;
create index sales_program on sales (program_id, occurred_at, id);
drop index sales_partner;
create index sales_partner on sales (program_id, partner_id, occurred_at, id);
drop index commissions_program;
create index commissions_program on commissions (program_id, created_at, id);
drop index commissions_partner;
create index commissions_partner on commissions (partner_id, created_at, id);
drop index commissions_status;
create index commissions_status on commissions (program_id, status, created_at, id);
