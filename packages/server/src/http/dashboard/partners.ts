import {
  ApiKeyCreate,
  ApiKeyItem,
  ApiKeyMade,
  ApiKeyPage,
  ApiKeyRotate,
  LinkCreate,
  LinkFiguresPage,
  LinkItem,
  LinkQuery,
  LinkUpdate,
  PageQuery,
  PartnerCounts,
  PartnerDetail,
  PartnerFiguresPage,
  PartnerInvite,
  PartnerInvited,
  PartnerItem,
  PartnerQuery,
  PartnerUpdate,
} from '@svc/contract';
import type { ClientBase } from 'pg';
import type { Static } from 'typebox';
import { isPermitted } from '../../auth/permissions.js';
import { decisionMail } from '../../mail/texts.js';
import { type AuditEntry, type Change, changed } from '../../operations/audit/change.js';
import { createApiKey } from '../../operations/keys/create-api-key.js';
import { listApiKeys } from '../../operations/keys/list-api-keys.js';
import { revokeApiKey } from '../../operations/keys/revoke-api-key.js';
import { rotateApiKey } from '../../operations/keys/rotate-api-key.js';
import { createLink } from '../../operations/links/create-link.js';
import { listLinksWithFigures } from '../../operations/links/list-links.js';
import { updateLink } from '../../operations/links/update-link.js';
import { enrollPartner } from '../../operations/partners/enroll-partner.js';
import { countPartners, findPartner, listPartners } from '../../operations/partners/list-partners.js';
import { readPartnerDetail } from '../../operations/partners/read-partner-detail.js';
import { hasAccount, updatePartner } from '../../operations/partners/update-partner.js';
import { createInvitation } from '../../operations/people/create-invitation.js';
import { readKnownProgram } from '../../operations/programs/read-program.js';
import { changeRule } from '../../operations/rules/change-rule.js';
import { markRulesInForce } from '../../operations/rules/mark-rules-in-force.js';
import { RefusedError } from '../errors.js';
import { readDays } from './days.js';
import { sendInvitation } from './invitations.js';
import { numberOf } from './programs.js';
import { type Call, forgetConfiguration, list, type ManagedRoute, read, write } from './routes.js';

const DEFAULT_GRACE_HOURS = 24;

/**
 * Puts somebody into the program, approved, with a link and a rule of their own where they are named, and invites them
 * to sign in. A rule is for whoever may change rules.
 */
async function invitePartner(
  client: ClientBase,
  call: Call<unknown, Static<typeof PartnerInvite>>,
): Promise<Change<{ partner: PartnerItem; token: string; workspaceId: number }>> {
  const { workspaceId, programId } = call;
  const { email, name, short_link: shortLink, commission } = call.body;
  if (commission !== undefined && !isPermitted(call.scope.role, 'program:write')) {
    throw new RefusedError('field_invalid', 'commission');
  }
  const partner = await enrollPartner(client, call.scope as { workspaceId: number; programId: number }, {
    email,
    name,
    status: 'approved',
  });
  const entries: AuditEntry[] = [{ on: 'partner', id: partner.id, before: null, after: partner }];
  if (shortLink !== undefined) {
    const newLink = { programId, partnerId: partner.id, shortLink, destinationUrl: null };
    const link = await createLink(client, newLink);
    entries.push({ on: 'link', id: link.id, before: null, after: link });
  }
  if (commission !== undefined) {
    const rule = await changeRule(client, { programId, partnerId: partner.id }, commission);
    entries.push(...rule.entries);
  }
  const invited = (await findPartner(client, programId, partner.id)) ?? partner;
  const { token } = await createInvitation(client, {
    workspaceId,
    email: partner.email,
    role: null,
    partnerId: partner.id,
    invitedBy: call.actor.email,
  });
  return { answer: { partner: invited, token, workspaceId }, entries };
}

interface Decided {
  readonly partner: PartnerItem;
  /** Of an invitation that was made for them; null: none was needed. */
  readonly token: string | null;
  /** They have applied, and this is the answer. */
  readonly isAnswer: boolean;
}

/** Changes a partner; one who is approved is invited to sign in, if they cannot yet. */
async function decidePartner(
  client: ClientBase,
  call: Call<unknown, Static<typeof PartnerUpdate>>,
): Promise<Change<Decided>> {
  const of = { programId: call.programId, partnerId: call.id() };
  const { answer: partner, entries } = await updatePartner(client, of, call.body);
  const [entry] = entries;
  const before = (entry?.before as PartnerItem | undefined)?.status;
  const isAnswer = before === 'pending' && ['approved', 'rejected'].includes(partner.status);
  const isApproved = before !== undefined && before !== 'approved' && partner.status === 'approved';
  if (!isApproved || (await hasAccount(client, partner.id))) {
    return { answer: { partner, token: null, isAnswer }, entries };
  }
  const { token } = await createInvitation(client, {
    workspaceId: call.workspaceId,
    email: partner.email,
    role: null,
    partnerId: partner.id,
    invitedBy: call.actor.email,
  });
  return { answer: { partner, token, isAnswer }, entries };
}

/** Tells a partner what was decided, where it has to be told. */
async function tellDecision(call: Call, { partner, token, isAnswer }: Decided): Promise<void> {
  const { pool, context, workspaceId, programId } = call;
  const { email, status } = partner;
  if (token !== null) {
    await sendInvitation(call, { email, workspaceId, isPartner: true, token });
  } else if (isAnswer) {
    const { name } = await readKnownProgram(pool, programId);
    const { baseUrl } = context.settings;
    await context.mailer.send(
      decisionMail({ to: email, program: name, isApproved: status === 'approved', baseUrl }),
    );
  }
}

/** Partners of a program. */
const PARTNER_ROUTES: readonly ManagedRoute[] = [
  list({
    name: 'partners',
    url: '/api/programs/:programId/partners',
    permission: 'program:read',
    summary: 'Partners of a program, with what they brought in a period',
    query: PartnerQuery,
    answer: PartnerFiguresPage,
    errors: ['from_invalid', 'to_invalid'],
    positionLength: 1,
    list: (call, page) =>
      listPartners(
        call.pool,
        call.programId,
        {
          status: call.query.status ?? null,
          search: call.query.search ?? null,
          days: readDays(call.query, call.nowMs),
        },
        page,
      ),
  }),
  read({
    url: '/api/programs/:programId/partner-counts',
    permission: 'program:read',
    summary: 'How many partners of a program there are in each status',
    answer: PartnerCounts,
    read: (call) => countPartners(call.pool, call.programId),
  }),
  write({
    method: 'POST',
    url: '/api/programs/:programId/partners',
    permission: 'partner:write',
    action: 'partner.invite',
    summary: 'Invite a partner, who is approved at once',
    body: PartnerInvite,
    answer: PartnerInvited,
    errors: ['partner_exists', 'short_link_taken', 'program_archived'],
    change: invitePartner,
    after: async (call, { partner, token, workspaceId }) => {
      if (call.body.commission !== undefined) await markRulesInForce(call.pool, call.programId);
      return {
        partner,
        mail_sent: await sendInvitation(call, { email: partner.email, workspaceId, isPartner: true, token }),
      };
    },
  }),
  read({
    url: '/api/programs/:programId/partners/:id',
    permission: 'program:read',
    summary: 'A partner with figures, balances, links, rules and history',
    query: PartnerQuery,
    answer: PartnerDetail,
    errors: ['from_invalid', 'to_invalid'],
    read: async (call) => {
      const of = { workspaceId: call.workspaceId, programId: call.programId, partnerId: call.id() };
      const detail = await readPartnerDetail(call.pool, of, readDays(call.query, call.nowMs));
      if (detail === null) throw new RefusedError('not_found');
      return detail;
    },
  }),
  write({
    method: 'PATCH',
    url: '/api/programs/:programId/partners/:id',
    permission: 'partner:write',
    action: 'partner.update',
    summary: 'Approve, reject or suspend a partner, or give one another name',
    body: PartnerUpdate,
    answer: PartnerItem,
    change: decidePartner,
    after: async (call, decided) => {
      call.context.forgetConfiguration();
      await tellDecision(call, decided);
      return decided.partner;
    },
  }),
  write({
    method: 'POST',
    url: '/api/programs/:programId/partners/:id/invitation',
    permission: 'partner:write',
    action: 'partner.invite.again',
    summary: 'Send a partner another invitation to sign in',
    answer: PartnerInvited,
    change: async (client, call) => {
      const partner = await findPartner(client, call.programId, call.id());
      if (partner === null) throw new RefusedError('not_found');
      const { workspaceId } = call;
      const { invitation, token } = await createInvitation(client, {
        workspaceId,
        email: partner.email,
        role: null,
        partnerId: partner.id,
        invitedBy: call.actor.email,
      });
      const entry = { on: 'partner', id: partner.id, before: null, after: invitation };
      return changed({ partner, token, workspaceId }, entry);
    },
    after: async (call, { partner, token, workspaceId }) => ({
      partner,
      mail_sent: await sendInvitation(call, { email: partner.email, workspaceId, isPartner: true, token }),
    }),
  }),
];

/** Links of a program. */
const LINK_ROUTES: readonly ManagedRoute[] = [
  list({
    name: 'links',
    url: '/api/programs/:programId/links',
    permission: 'program:read',
    summary: 'Referral links of a program',
    query: LinkQuery,
    answer: LinkFiguresPage,
    errors: ['from_invalid', 'to_invalid'],
    positionLength: 1,
    list: (call, page) => {
      const partnerId = numberOf(call.query.partner_id);
      const of = { programId: call.programId, partnerId, days: readDays(call.query, call.nowMs) };
      return listLinksWithFigures(call.pool, of, page);
    },
  }),
  write({
    method: 'POST',
    url: '/api/programs/:programId/links',
    permission: 'link:write',
    action: 'link.create',
    summary: 'Make a referral link of an approved partner',
    body: LinkCreate,
    answer: LinkItem,
    errors: ['short_link_taken', 'program_archived', 'partner_not_approved'],
    change: async (client, call) => {
      const link = await createLink(client, {
        programId: call.programId,
        partnerId: call.body.partner_id,
        shortLink: call.body.short_link ?? null,
        destinationUrl: call.body.destination_url ?? null,
      });
      return changed(link, { on: 'link', id: link.id, before: null, after: link });
    },
    after: forgetConfiguration,
  }),
  write({
    method: 'PATCH',
    url: '/api/programs/:programId/links/:id',
    permission: 'link:write',
    action: 'link.update',
    summary: 'Let a link lead elsewhere, or turn it off and on',
    body: LinkUpdate,
    answer: LinkItem,
    change: (client, call) => updateLink(client, { programId: call.programId, linkId: call.id() }, call.body),
    after: forgetConfiguration,
  }),
];

/** API keys of a program. */
const KEY_ROUTES: readonly ManagedRoute[] = [
  list({
    name: 'keys',
    url: '/api/programs/:programId/keys',
    permission: 'key:write',
    summary: 'API keys of a program, with their last use',
    query: PageQuery,
    answer: ApiKeyPage,
    positionLength: 1,
    list: (call, page) => listApiKeys(call.pool, call.programId, page),
  }),
  write({
    method: 'POST',
    url: '/api/programs/:programId/keys',
    permission: 'key:write',
    action: 'key.create',
    summary: 'Make an API key, which is told only in this answer',
    body: ApiKeyCreate,
    answer: ApiKeyMade,
    change: async (client, call) => {
      const made = await createApiKey(client, call.programId, call.body.name);
      return changed(made, { on: 'api_key', id: made.key.id, before: null, after: made.key });
    },
  }),
  write({
    method: 'POST',
    url: '/api/programs/:programId/keys/:id/rotate',
    permission: 'key:write',
    action: 'key.rotate',
    summary: 'Make a key in place of another, which goes on for a while',
    body: ApiKeyRotate,
    answer: ApiKeyMade,
    errors: ['key_expired'],
    change: (client, call) =>
      rotateApiKey(client, {
        programId: call.programId,
        keyId: call.id(),
        graceHours: call.body.grace_hours ?? DEFAULT_GRACE_HOURS,
      }),
    after: forgetConfiguration,
  }),
  write({
    method: 'DELETE',
    url: '/api/programs/:programId/keys/:id',
    permission: 'key:write',
    action: 'key.revoke',
    summary: 'Withdraw an API key',
    answer: ApiKeyItem,
    errors: ['key_expired'],
    change: (client, call) => revokeApiKey(client, { programId: call.programId, keyId: call.id() }),
    after: forgetConfiguration,
  }),
];

/** Partners, links and API keys of a program. */
export const PARTICIPANT_ROUTES: readonly ManagedRoute[] = [...PARTNER_ROUTES, ...LINK_ROUTES, ...KEY_ROUTES];
