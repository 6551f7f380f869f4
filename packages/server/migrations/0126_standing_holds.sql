-- When a partner is suspended and all that they have earned is held, that holds whatever they had earned until then, in whatever state it
-- is at that moment, until a person releases it (`commissions.released_at`).
alter table enrollments add column earned_held_at timestamptz;
alter table commissions
  add column released_at timestamptz,
  -- The most of it that counts since its sale was assigned back to the partner.
  add column capped_cents bigint check (capped_cents >= 0 and capped_cents < original_cents);

-- Until now only the commissions that were pending or payable at that moment were held, each with this note.
create temporary table held on commit drop as
  select c.enrollment_id, max(m.occurred_at) as held_at
    from commissions c join ledger_movements m on m.commission_id = c.id and m.kind = 'hold'
   where c.status = 'held' and c.hold_reason = 'Held when the partner was suspended.'
   group by c.enrollment_id;
update enrollments e set earned_held_at = h.held_at from held h where e.id = h.enrollment_id;
update commissions c set released_at = r.released_at
  from (select m.commission_id, max(m.occurred_at) as released_at
          from ledger_movements m join commissions k on k.id = m.commission_id join held h on h.enrollment_id = k.enrollment_id
         where m.kind = 'release' and m.occurred_at >= h.held_at group by m.commission_id) r
 where c.id = r.commission_id;

create index commissions_rejected on commissions (program_id) where rejected_at is not null;
