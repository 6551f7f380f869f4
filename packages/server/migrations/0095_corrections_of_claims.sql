-- What the answer to a claim corrected with it, and the id of the customer, sale or adjustment. Null: nothing, or it was answered before
-- this was kept.
alter table claims
  add column correction text check (correction in ('assign', 'sale', 'adjustment')),
  add column correction_id bigint,
  add check ((correction is null) = (correction_id is null));
