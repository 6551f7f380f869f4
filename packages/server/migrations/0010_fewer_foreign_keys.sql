-- Whoever writes a row of tracking has written or locked the row it points at in the same transaction, and none of them is
-- ever deleted; `svc-server verify` finds one that points at nothing. The database's own check took a further look-up and lock
-- for every row, and would keep the tables from being spread over machines. The ledger keeps its checks.
alter table leads drop constraint leads_customer_id_fkey;
alter table sales drop constraint sales_customer_id_fkey;
alter table sale_references drop constraint sale_references_sale_id_fkey;
alter table refunds drop constraint refunds_sale_id_fkey;
alter table commissions drop constraint commissions_sale_id_fkey;
