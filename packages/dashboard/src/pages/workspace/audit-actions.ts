/** Every change that is audited, as people call it. */
export const ACTIONS = {
  'account.create': 'Account created',
  'account.update': 'Account changed',
  'claim.answer': 'Claim answered',
  'claim.create': 'Claim made',
  'commission.bulk': 'Commissions held or released',
  'commission.hold': 'Commission held',
  'commission.release': 'Commission released',
  'invitation.accept': 'Invitation accepted',
  'key.create': 'API key created',
  'key.restore': 'API key restored',
  'key.revoke': 'API key withdrawn',
  'key.rotate': 'API key rotated',
  'link.create': 'Link created',
  'link.update': 'Link changed',
  'member.create': 'Member added',
  'member.invite': 'Member invited',
  'member.invite.revoke': 'Invitation taken back',
  'member.remove': 'Member removed',
  'member.update': 'Role changed',
  'partner.apply': 'Partner applied',
  'partner.create': 'Partner added',
  'partner.invite': 'Partner invited',
  'partner.invite.again': 'Partner invited again',
  'partner.link.create': 'Link created by a partner',
  'partner.payout_details': 'Payout details changed',
  'partner.rule.change': "Partner's own rate changed",
  'partner.rule.drop': "Partner's own rate dropped",
  'partner.update': 'Partner changed',
  'payout.cancel': 'Payout cancelled',
  'payout.pay': 'Payout marked paid',
  'payout_run.create': 'Payout run created',
  'payout_run.file': 'Payment file downloaded',
  'payout_run.pay': 'Payout run marked paid',
  'processor.connect': 'Card processor: connecting began',
  'processor.disconnect': 'Card processor disconnected',
  'processor.update': 'Card processor connection changed',
  'processor_event.replay': 'Event of the card processor tried again',
  'program.archive': 'Program archived',
  'program.create': 'Program created',
  'program.restore': 'Program restored',
  'program.update': 'Program settings changed',
  'rule.change': 'Commission rule changed',
  'test_event.send': 'Test event sent',
  'workspace.create': 'Workspace created',
  'workspace.rename': 'Workspace renamed',
  'workspace.update': 'Workspace settings changed',
} as const;

export type Action = keyof typeof ACTIONS;

/** A change in words; one that has none yet as it is written. */
export function nameOfAction(action: string): string {
  return ACTIONS[action as Action] ?? action.replaceAll(/[._]/g, ' ');
}

/** What was changed, by the name it has, else by its kind and number; a program, or the workspace, is `where` it happened. */
export function nameOfTarget(
  entry: {
    readonly before: unknown;
    readonly after: unknown;
    readonly target_type: string;
    readonly target_id: string;
  },
  where: string,
): string {
  const thing = (entry.after ?? entry.before) as Record<string, unknown> | null;
  for (const field of ['name', 'email', 'short_link', 'type']) {
    const told = thing?.[field];
    if (
      typeof told === 'string' &&
      told !== '' &&
      (field !== 'type' || entry.target_type === 'processor_event')
    )
      return told;
  }
  if (entry.target_type === 'program' || entry.target_type === 'workspace') return where;
  const kind = entry.target_type.replaceAll('_', ' ');
  return `${kind.charAt(0).toUpperCase()}${kind.slice(1)} ${entry.target_id}`;
}
