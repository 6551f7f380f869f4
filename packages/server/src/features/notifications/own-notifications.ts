import { IS_OWN_PARTNER } from './kinds.js';

/** What notifications are read from: each with its reader, and what it is about. */
export const FROM_NOTIFICATIONS = `
  from notifications n
  join users u on u.id = n.user_id
  join workspaces w on w.id = n.workspace_id
  left join programs g on g.id = n.program_id
  left join partners p on p.id = n.partner_id
  left join claims c on n.kind in ('claim_answered', 'claim_received') and c.id = n.object_id
  left join partner_messages m on n.kind = 'partner_message' and m.id = n.object_id`;

/**
 * Those that the account `$1` may see: of partners that are still theirs, and of workspaces that they are still a member of, with a role
 * that sees anything and the sign-in that the workspace requires. Of payouts only while they are paid.
 */
export const ARE_OWN = `n.user_id = $1
  and (n.kind <> 'payout_paid' or exists (select 1 from payouts o where o.id = n.object_id and o.status = 'paid'))
  and case n.audience
        when 'partner' then ${IS_OWN_PARTNER}
        else (not w.require_two_factor or u.two_factor_enabled)
             and exists (select 1 from workspace_members m
                          where m.workspace_id = w.id and m.user_id = u.id and m.role <> 'none')
      end`;
