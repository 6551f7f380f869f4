-- What only the processor had told when an API caller last told of a further refund: theirs came on top of it. Should it fail,
-- theirs alone stays counted.
alter table sales add column api_base_cents bigint not null default 0 check (api_base_cents >= 0);

-- From now on the newest running total of a charge counts, and not the largest. Of those that are here, the time is that of the
-- first telling and the amount may be a later one: events from before this moment change them no more.
update payment_notices set told_ms = floor(extract(epoch from now()) * 1000)::bigint where kind = 'running_total';

-- From now on the time of a refund that failed is that of its failure, and only what failed after a running total was told is
-- taken off that. Of those that are here the time of failure was not kept: they were taken off, and stay so.
update payment_notices n
   set told_ms = greatest(n.told_ms, total.told_ms)
  from (select payment_id, max(told_ms) as told_ms from payment_notices where kind = 'running_total' group by payment_id) total
 where n.payment_id = total.payment_id and n.kind = 'refund' and n.state = 'void';
