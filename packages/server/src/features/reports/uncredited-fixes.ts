/** Why nobody was credited with a lead or a sale; `no_rule`: the partner was, but earned nothing. */
export type Reason =
  | 'no_click'
  | 'click_expired'
  | 'unknown_click'
  | 'unknown_code'
  | 'other_program'
  | 'partner_not_approved'
  | 'no_relationship'
  | 'no_rule';

const SAME: Readonly<Record<Exclude<Reason, 'no_click'>, string>> = {
  click_expired:
    "The click was older than the program's cookie window. If customers take longer to decide, make the window longer.",
  unknown_click:
    'No click has this click_id. Send the value of the cookie svc_click_id as it is, and check that it comes from a page of this service.',
  unknown_code:
    'No active code of the program has this name. Create it, turn it on, or correct it where it is typed.',
  other_program:
    'The customer or the click belongs to another program. Report it with the API key of the program whose link was clicked.',
  partner_not_approved: 'The partner of the code is not approved. Approve the partner, or turn the code off.',
  no_relationship:
    'The customer is credited to nobody. Send click_id or code with the lead, or assign the customer to a partner.',
  no_rule: 'The program has no commission rule. Set one: it counts for new sales.',
};

/** What to change so that the next lead or sale like this is credited. */
export function fixFor(reason: Reason, kind: 'lead' | 'sale'): string {
  if (reason !== 'no_click') return SAME[reason];
  return kind === 'lead'
    ? 'No click_id or code came with the lead. That is right for visitors nobody referred. Otherwise add the script to every page that links lead to, and send click_id with the lead.'
    : 'The customer is unknown, and no click_id or code came with the sale. Report the lead when the customer signs up, under the same customer_key.';
}
