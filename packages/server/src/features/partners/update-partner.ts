import { type PartnerItem, PartnerUpdate, PartnerUpdated } from '@svc/contract';
import type { ClientBase } from 'pg';
import { decisionMail } from '../../mail/application-decision.js';
import type { AuditEntry, Change } from '../../operations/change.js';
import { defineOperation } from '../../operations/define-operation.js';
import type { Call, Scope, WriteCall } from '../../operations/operation.js';
import { RefusedError } from '../../operations/refused-error.js';
import { findPartnerBranding } from '../branding/find-branding.js';
import { mailBrand } from '../branding/mail-brand.js';
import { holdEarned } from '../commissions/hold-earned.js';
import { moveToGroup } from '../groups/move-to-group.js';
import { insertFirstLink } from '../links/insert-first-link.js';
import { referralUrl } from '../links/referral-url.js';
import { insertInvitation } from '../people/insert-invitation.js';
import { takeInvitationEmail } from '../people/invitation-limit.js';
import { languageOf } from '../people/language-of.js';
import { sendInvitation, sendWithLink } from '../people/send-invitation.js';
import { readKnownProgram } from '../programs/read-program.js';
import { lockRules } from '../rules/add-rule-version.js';
import { markRulesInForce } from '../rules/mark-rules-in-force.js';
import { changePartner } from './change-partner.js';
import { readTags } from './read-tags.js';

/** What somebody was before who now gets the answer to their application. */
const ANSWERED_FROM: Readonly<Partial<Record<PartnerItem['status'], readonly PartnerItem['status'][]>>> = {
  approved: ['pending', 'rejected'],
  rejected: ['pending'],
};

/** What was decided about a partner. */
export interface Decision {
  readonly partner: PartnerItem;
  /** Of an invitation that was created for them; null: none was needed. */
  readonly token: string | null;
  /** They have applied, and this is the answer. */
  readonly isAnswer: boolean;
  /** Of the link that was created for them; null: none was. */
  readonly shortLink: string | null;
}

/** The entries of a link that an update of its partner created. */
function entriesOf(link: Change<unknown> | null): AuditEntry[] {
  return (link?.entries ?? []).map((entry) => ({ ...entry, action: 'link.create' }));
}

/** Whether a partner has an account that an invitation gave them. */
async function hasAccount(client: ClientBase, partnerId: number): Promise<boolean> {
  const { rows } = await client.query('select 1 from partners where id = $1 and user_id is not null', [
    partnerId,
  ]);
  return rows.length > 0;
}

/** Emails a partner the decision about them, if they expect one. */
export async function sendDecision(
  call: Call<Scope & { readonly programId: number }>,
  { partner, token, isAnswer, shortLink }: Decision,
): Promise<Pick<PartnerUpdated, 'mail_sent' | 'invitation_url'>> {
  const { pool, services, scope } = call;
  const { email, status } = partner;
  if (!isAnswer)
    return token === null
      ? { mail_sent: null, invitation_url: null }
      : sendInvitation(call, { email, isPartner: true, token });
  const { baseUrl } = services.settings;
  const { name, domain } = await readKnownProgram(pool, scope.programId);
  const link = shortLink && referralUrl({ shortLink, destinationUrl: null, domain });
  const isApproved = status === 'approved';
  const language = await languageOf(pool, email);
  const brand = mailBrand(await findPartnerBranding(pool, scope.workspaceId), baseUrl);
  const mail = decisionMail({ to: email, language, program: name, isApproved, link, token, baseUrl, brand });
  return token === null
    ? {
        // Approved and rejected in turns, one partner would be sent any number of these.
        mail_sent: (await takeInvitationEmail(pool, email)) && (await services.mailer.send(mail)),
        invitation_url: null,
      }
    : sendWithLink(call, mail, token);
}

/** What is to become of a partner. */
interface PartnerChanges {
  readonly partnerId: number;
  readonly changes: Parameters<typeof changePartner>[2];
  /** undefined: as it is. */
  readonly groupId?: number | null | undefined;
  readonly holdsEarned?: boolean;
}

/** Writes what is to become of a partner; `sendDecision` tells them. */
export async function decide(
  {
    client,
    services,
    scope,
    actor,
    nowMs,
  }: WriteCall<Scope & { readonly programId: number }, unknown, unknown>,
  { partnerId, changes, groupId, holdsEarned = false }: PartnerChanges,
): Promise<Change<Decision>> {
  const { workspaceId, programId } = scope;
  const key = { programId, partnerId };
  // Before the partner, as everything that changes both does.
  if (groupId !== undefined) await lockRules(client, programId);
  const { answer, ...changed } = await changePartner(client, key, changes);
  const moved = groupId === undefined ? null : await moveToGroup(client, scope, [answer.id], groupId);
  const partner = moved?.answer.get(answer.id) ?? answer;
  const held = holdsEarned ? await holdEarned(client, services.tracking.ids, { ...key, nowMs }) : [];
  // Holding what was earned meanwhile is an action, even if the partner was suspended before and nothing is pending.
  if (holdsEarned && changed.entries.length === 0)
    held.push({ on: 'partner', id: partner.id, before: partner, after: partner });
  const before = (changed.entries[0]?.before as PartnerItem | undefined)?.status;
  const isAnswer = ANSWERED_FROM[partner.status]?.some((status) => status === before) ?? false;
  const isApproved = before !== undefined && before !== 'approved' && partner.status === 'approved';
  const link = isAnswer && isApproved ? await insertFirstLink(client, { ...key, name: partner.name }) : null;
  const written = {
    ...changed,
    entries: [...changed.entries, ...(moved?.entries ?? []), ...held, ...entriesOf(link)],
    events: [...(changed.events ?? []), ...(moved?.events ?? [])],
  };
  const shortLink = link?.answer.short_link ?? null;
  if (!isApproved || (await hasAccount(client, partner.id))) {
    return { answer: { partner, token: null, isAnswer, shortLink }, ...written };
  }
  const { token } = await insertInvitation(client, {
    workspaceId,
    email: partner.email,
    role: null,
    partnerId: partner.id,
    invitedBy: actor.email,
    byEmail: services.mailer.hasServer,
  });
  return { answer: { partner, token, isAnswer, shortLink }, ...written };
}

/**
 * Changes a partner. Someone who is approved is invited to sign in, if they cannot yet, and an applicant gets a first link.
 */
export const updatePartner = defineOperation({
  name: 'updatePartner',
  route: 'PATCH /api/programs/:programId/partners/:id',
  permission: 'partner:write',
  summary: 'Approve, reject or suspend a partner, or give one another name, group or other tags',
  input: PartnerUpdate,
  output: PartnerUpdated,
  audit: 'partner.update',
  async run(call): Promise<Change<Decision>> {
    const { hold_earned: holdsEarned = false, tags, group_id: groupId, ...others } = call.input;
    if (holdsEarned && others.status !== 'suspended') throw new RefusedError('field_invalid', 'hold_earned');
    const changes = { ...others, ...(tags !== undefined && { tags: readTags(tags) }) };
    return decide(call, { partnerId: call.id(), changes, groupId, holdsEarned });
  },
  async after(call, decision) {
    if (call.input.status !== undefined) call.services.forgetConfiguration();
    if (call.input.group_id !== undefined) await markRulesInForce(call.pool, call.scope.programId);
    return { ...decision.partner, ...(await sendDecision(call, decision)) };
  },
});
