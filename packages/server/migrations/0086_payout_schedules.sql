-- On which days payout runs are prepared, as `PayoutSchedule` of the contract has it, and when the next one is, which also depends on the
-- time zone of the workspace. No run is planned where there is no schedule, and while the program is archived.
alter table programs
  add column payout_schedule jsonb check (
    case payout_schedule ->> 'every'
      when 'week' then (payout_schedule ->> 'day')::numeric in (1, 2, 3, 4, 5, 6, 7)
      when 'half_month' then payout_schedule ->> 'day' is null
      when 'month' then (payout_schedule ->> 'day')::numeric between 1 and 28
      else payout_schedule is null
    end),
  add column next_payout_at timestamptz,
  add check (next_payout_at is null or payout_schedule is not null);
create index programs_next_payout on programs (next_payout_at) where next_payout_at is not null;
