import {
  ApplicationForm,
  ApplicationInput,
  ApplicationReceived,
  ClaimCreate,
  LinkItem,
  LinkPage,
  PageQuery,
  PartnerClaimItem,
  PartnerClaimPage,
  PartnerCommissionPage,
  PartnerCommissionQuery,
  PartnerCommissionStory,
  PartnerLinkCreate,
  PartnerPayoutPage,
  PartnerProgramDetail,
  PartnerProgramList,
  PartnerStatement,
  PayoutDetails,
  PayoutDetailsAnswer,
  ReportAnswer,
  ReportQuery,
} from '@svc/contract';
import { payoutDetailsMail } from '../../mail/payout-details.js';
import { ANONYMOUS, changed } from '../../operations/audit/change.js';
import { createClaim, tellClaim } from '../../operations/claims/create-claim.js';
import { findClaim, listClaims } from '../../operations/claims/list-claims.js';
import { createLink } from '../../operations/links/create-link.js';
import { demandOwnSite } from '../../operations/links/demand-own-site.js';
import { listLinks } from '../../operations/links/list-links.js';
import { readBalances } from '../../operations/partners/read-balances.js';
import { listPayouts } from '../../operations/payouts/list-payouts.js';
import { applyToProgram, readApplicationForm } from '../../operations/portal/applications.js';
import { listPartnerPrograms } from '../../operations/portal/list-partner-programs.js';
import {
  listPartnerCommissions,
  readMaturing,
  readPartnerCommission,
} from '../../operations/portal/partner-commissions.js';
import { readPayoutDetails, setPayoutDetails } from '../../operations/portal/payout-details.js';
import { readStatement, statementCsv } from '../../operations/portal/read-statement.js';
import { readReport } from '../../operations/read-report.js';
import { RefusedError } from '../errors.js';
import { readDays } from './days.js';
import { type Call, forgetConfiguration, list, type ManagedRoute, read, write } from './routes.js';

const PROGRAM = '/api/partner/programs/:programId';
const APPLICATION = '/api/public/programs/:programId/application';
const RETRY_CLAIM_SECONDS = 3600;

/** Something of the partner's own, or a refusal. */
function found<Value>(value: Value | null | undefined): Value {
  if (value === null || value === undefined) throw new RefusedError('not_found');
  return value;
}

const statementOf = async (call: Call) => {
  const { encryption } = call.context;
  return found(await readStatement(call.pool, call.owner, { payoutId: call.id(), encryption }));
};

/** The programs somebody takes part in; for everybody who is signed in, because most take part in none. */
export const PARTNER_HOME: ManagedRoute = read({
  url: '/api/partner/programs',
  permission: 'session',
  summary: 'Programs the caller takes part in as a partner',
  answer: PartnerProgramList,
  read: async (call) => ({ data: await listPartnerPrograms(call.pool, call.userId), next_cursor: null }),
});

/** What partners see and do in a program: every statement is given the caller's own number. */
export const PARTNER_ROUTES: readonly ManagedRoute[] = [
  read({
    url: PROGRAM,
    permission: 'partner',
    summary:
      'A program the caller takes part in, with terms, balances and when what is pending becomes payable',
    answer: PartnerProgramDetail,
    read: async (call) => {
      const { programId, partnerId } = call.owner;
      const [program] = await listPartnerPrograms(call.pool, call.userId, programId);
      const balances = await readBalances(call.pool, programId, partnerId);
      return { ...found(program), balances, maturing: await readMaturing(call.pool, call.owner) };
    },
  }),
  list({
    name: 'partner-links',
    url: `${PROGRAM}/links`,
    permission: 'partner',
    summary: "The caller's links",
    query: PageQuery,
    answer: LinkPage,
    positionLength: 1,
    list: (call, page) => listLinks(call.pool, call.owner, page),
  }),
  write({
    method: 'POST',
    url: `${PROGRAM}/links`,
    permission: 'partner',
    action: 'partner.link.create',
    summary: 'Make a link of one’s own, to a page of the site of the program',
    body: PartnerLinkCreate,
    answer: LinkItem,
    errors: ['short_link_taken', 'program_archived', 'partner_not_approved'],
    change: async (client, call) => {
      const { short_link: shortLink = null, destination_url: destinationUrl = null } = call.body;
      await demandOwnSite(client, call.owner.programId, destinationUrl);
      const link = await createLink(client, { ...call.owner, shortLink, destinationUrl });
      return changed(link, { on: 'link', id: link.id, before: null, after: link });
    },
    after: forgetConfiguration,
  }),
  read({
    url: `${PROGRAM}/statistics`,
    permission: 'partner',
    summary: 'What the caller brought in a period: in all, by day and by link',
    query: ReportQuery,
    answer: ReportAnswer,
    errors: ['from_invalid', 'to_invalid'],
    read: (call) => {
      const { programId, partnerId } = call.owner;
      return readReport(call.pool, programId, readDays(call.query, call.nowMs), partnerId);
    },
  }),
  list({
    name: 'partner-commissions',
    url: `${PROGRAM}/commissions`,
    permission: 'partner',
    summary: "The caller's commissions, with the time each becomes payable",
    query: PartnerCommissionQuery,
    answer: PartnerCommissionPage,
    positionLength: 2,
    list: (call, page) =>
      listPartnerCommissions(call.pool, { ...call.owner, status: call.query.status ?? null }, page),
  }),
  read({
    url: `${PROGRAM}/commissions/:id`,
    permission: 'partner',
    summary: 'Why a commission of the caller is what it is',
    answer: PartnerCommissionStory,
    read: async (call) => found(await readPartnerCommission(call.pool, call.owner, call.id())),
  }),
  list({
    name: 'partner-payouts',
    url: `${PROGRAM}/payouts`,
    permission: 'partner',
    summary: "The caller's payouts",
    query: PageQuery,
    answer: PartnerPayoutPage,
    positionLength: 2,
    list: (call, page) =>
      listPayouts(call.pool, { ...call.owner, encryption: call.context.encryption }, page),
  }),
  read({
    url: `${PROGRAM}/payouts/:id`,
    permission: 'partner',
    summary: 'The statement of a payout of the caller',
    answer: PartnerStatement,
    read: statementOf,
  }),
  read({
    url: `${PROGRAM}/payouts/:id/file`,
    permission: 'partner',
    summary: 'The same as a CSV file',
    answer: PartnerStatement,
    type: 'text/csv',
    read: async (call) => {
      const statement = await statementOf(call);
      const name = `statement-${statement.payout.id}.csv`;
      call.reply.header('content-disposition', `attachment; filename="${name}"`);
      return statementCsv(statement);
    },
  }),
  read({
    url: `${PROGRAM}/payout-details`,
    permission: 'partner',
    summary: 'Where the caller wants to be paid',
    answer: PayoutDetailsAnswer,
    read: async (call) => ({
      payout_details: await readPayoutDetails(call.pool, call.owner.partnerId, call.context.encryption),
    }),
  }),
  write({
    method: 'PUT',
    url: `${PROGRAM}/payout-details`,
    permission: 'partner',
    action: 'partner.payout_details',
    summary:
      'Add or change where one wants to be paid, for payouts created from now on; the partner is told by email',
    body: PayoutDetails,
    answer: PayoutDetailsAnswer,
    change: (client, call) => setPayoutDetails(client, call.owner, call.body, call.context.encryption),
    after: async ({ context }, { payout_details, notice }) => {
      if (notice !== null) await context.mailer.send(payoutDetailsMail(notice, context.settings.baseUrl));
      return { payout_details };
    },
  }),
  list({
    name: 'partner-claims',
    url: `${PROGRAM}/claims`,
    permission: 'partner',
    summary: 'Sales the caller said are missing',
    query: PageQuery,
    answer: PartnerClaimPage,
    positionLength: 2,
    list: (call, page) => listClaims(call.pool, { ...call.owner, status: null }, page),
  }),
  read({
    url: `${PROGRAM}/claims/:id`,
    permission: 'partner',
    summary: 'A claim of the caller, with what the books say of it',
    answer: PartnerClaimItem,
    read: async (call) => {
      const { programId, partnerId } = call.owner;
      const claim = await findClaim(call.pool, programId, call.id());
      if (claim === null || claim.partner_id !== partnerId) throw new RefusedError('not_found');
      return { ...claim, story: await tellClaim(call.pool, programId, claim) };
    },
  }),
  write({
    method: 'POST',
    url: `${PROGRAM}/claims`,
    permission: 'partner',
    action: 'claim.create',
    summary: 'Say that a sale is missing; the answer tells what the books say of it',
    body: ClaimCreate,
    answer: PartnerClaimItem,
    errors: ['claim_exists', 'rate_limited', 'partner_not_approved'],
    change: (client, call) =>
      createClaim(client, {
        ...call.owner,
        reference: call.body.reference,
        note: call.body.note ?? null,
      }).catch((error: unknown) => {
        const isLimited = error instanceof RefusedError && error.code === 'rate_limited';
        if (isLimited) call.reply.header('retry-after', String(RETRY_CLAIM_SECONDS));
        throw error;
      }),
    after: async (call, claim) => ({
      ...claim,
      story: await tellClaim(call.pool, call.owner.programId, claim),
    }),
  }),
];

/** Asking to become a partner, without an account. */
export const APPLICATION_ROUTES: readonly ManagedRoute[] = [
  read({
    url: APPLICATION,
    permission: 'anyone',
    summary: 'What somebody reads who wants to become a partner, where the program takes applications',
    answer: ApplicationForm,
    read: (call) => readApplicationForm(call.pool, call.id('programId')),
  }),
  write({
    method: 'POST',
    url: APPLICATION,
    permission: 'anyone',
    action: 'partner.apply',
    summary: 'Ask to become a partner',
    body: ApplicationInput,
    answer: ApplicationReceived,
    actorOf: () => ANONYMOUS,
    change: (client, call) =>
      applyToProgram(client, call.id('programId'), {
        email: call.body.email,
        name: call.body.name,
        website: call.body.website ?? null,
        message: call.body.message ?? null,
      }),
  }),
];
