-- Rows of tracking are written together with what they point at, in one transaction and by nobody else, and are never
-- deleted; `svc-server verify` finds one that points at nothing. Checking it for every row took a look-up and a lock on the
-- row pointed at, an eighth of a whole sale, and would keep the tables from being spread over machines. The ledger keeps its checks.
alter table leads drop constraint leads_customer_id_fkey;
alter table sales drop constraint sales_customer_id_fkey;
alter table sale_references drop constraint sale_references_sale_id_fkey;
alter table refunds drop constraint refunds_sale_id_fkey;
alter table commissions drop constraint commissions_sale_id_fkey;
