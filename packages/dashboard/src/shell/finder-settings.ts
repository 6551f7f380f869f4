import type { Permission } from '../session/permissions.js';
import { texts as account } from '../texts/account.js';
import { texts as applications } from '../texts/applications.js';
import { texts as branding } from '../texts/branding.js';
import { texts as codes } from '../texts/codes.js';
import { common } from '../texts/common.js';
import { texts } from '../texts/finder-words.js';
import { texts as notifications } from '../texts/notifications.js';
import { texts as schedules } from '../texts/payout-schedules.js';
import { texts as programs } from '../texts/programs.js';
import { texts as shell } from '../texts/shell.js';
import { texts as ui } from '../texts/ui.js';
import { texts as workspaces } from '../texts/workspaces.js';

/** A setting, by the name that its form has for it. */
interface Setting {
  readonly label: string;
  /** Other words that people look for it with. */
  readonly words?: string;
  /** The part of the page that it is in: the `id` of a `SectionTitle`; undefined: the top. */
  readonly hash?: string;
}

/** A page of settings, for those who have the permission. */
export interface SettingsPage {
  readonly to: string;
  /** The page's name. */
  readonly description: string;
  readonly needs?: Permission;
  readonly settings: readonly Setting[];
}

const { wordsFor } = texts;

const TERMS: readonly Setting[] = [
  { label: common.name, words: wordsFor.programName, hash: 'program' },
  { label: programs.domain, words: wordsFor.domain, hash: 'program' },
  { label: programs.attributionWindow, words: wordsFor.attributionWindow, hash: 'terms' },
  { label: programs.holdPeriod, words: wordsFor.holdPeriod, hash: 'terms' },
  { label: programs.rewardPerLead, words: wordsFor.rewardPerLead, hash: 'terms' },
  { label: programs.minimumPayout, words: wordsFor.minimumPayout, hash: 'terms' },
  { label: programs.holdAfterPayoutDetailsChange, words: wordsFor.holdAfterChange, hash: 'terms' },
  { label: programs.clickRetention, words: wordsFor.clickRetention, hash: 'terms' },
  { label: programs.minimumPayoutsInOtherCurrencies, words: wordsFor.minimumPayout, hash: 'other-minimums' },
  { label: schedules.payoutSchedule, words: wordsFor.payoutSchedule, hash: 'payout-schedule' },
];

const TRACKING: readonly Setting[] = [
  { label: programs.acceptSignUpsFrom, words: wordsFor.signUps, hash: 'sign-ups' },
  { label: codes.whoIsCredited, words: wordsFor.codes, hash: 'codes' },
  { label: programs.partnersHandOut, words: wordsFor.linkStyle, hash: 'partner-links' },
  { label: programs.linkDomains, words: wordsFor.linkDomains, hash: 'partner-links' },
  { label: programs.fallbackAddress, words: wordsFor.fallbackAddress, hash: 'partner-links' },
  { label: programs.linkParameters, words: wordsFor.linkParameters, hash: 'partner-links' },
  { label: programs.fraudChecks, words: wordsFor.fraudChecks, hash: 'fraud-checks' },
  ...Object.values(common.flags).map((label) => ({ label, hash: 'fraud-checks' })),
];

/** The settings of a program. */
export function settingsOfProgram(programId: string): readonly SettingsPage[] {
  const pageOf = (part: string, label: string) => ({
    to: `/p/${programId}/settings/${part}`,
    description: [programs.settings, label].join(' · '),
  });
  return [
    { ...pageOf('program', common.program), settings: [...TERMS, ...TRACKING] },
    {
      ...pageOf('rules', programs.commissionRules),
      settings: [{ label: programs.commissionRules, words: wordsFor.commissionRules }],
    },
    {
      ...pageOf('application', programs.application),
      settings: [
        { label: applications.applicationPage, words: wordsFor.applicationPage, hash: 'applications' },
        { label: applications.textForApplicants, hash: 'applications' },
        { label: applications.questions, words: wordsFor.questions, hash: 'questions' },
      ],
    },
    {
      ...pageOf('origins', programs.origins),
      settings: [{ label: programs.origins, words: wordsFor.origins }],
    },
    {
      ...pageOf('keys', common.apiKeys),
      needs: 'api_key:write',
      settings: [{ label: common.apiKeys, words: wordsFor.apiKeys }],
    },
    {
      ...pageOf('danger', programs.archive),
      needs: 'workspace:write',
      settings: [{ label: programs.archiveThisProgram, words: wordsFor.archive }],
    },
  ];
}

/** The settings of a workspace. */
export function settingsOfWorkspace(workspaceId: string): readonly SettingsPage[] {
  return [
    {
      to: `/w/${workspaceId}/settings`,
      description: shell.workspaceSettings,
      needs: 'workspace:write',
      settings: [
        { label: common.name, words: wordsFor.workspaceName },
        { label: workspaces.timeZone, words: wordsFor.timeZone, hash: 'time-zone' },
        { label: ui.companyOnStatements, words: wordsFor.company, hash: 'company' },
        { label: ui.legalName, words: wordsFor.company, hash: 'company' },
        { label: ui.address, words: wordsFor.company, hash: 'company' },
        { label: ui.taxId, words: wordsFor.taxId, hash: 'company' },
        { label: workspaces.selfBilling, words: wordsFor.selfBilling, hash: 'company' },
        { label: workspaces.twoFactorAuthentication, words: wordsFor.twoFactorOfAll, hash: 'two-factor' },
      ],
    },
    {
      to: `/w/${workspaceId}/branding`,
      description: shell.branding,
      needs: 'workspace:write',
      settings: [
        { label: branding.nameForPartners },
        { label: branding.accentColor, words: wordsFor.accentColor },
        { label: branding.logo, words: wordsFor.logo, hash: 'logo' },
      ],
    },
  ];
}

const OF_PARTNERS = [
  'partner_approved',
  'first_click',
  'commission_earned',
  'commission_reassigned',
  'commission_rejected',
  'payout_paid',
  'adjustment_received',
  'claim_answered',
  'partner_message',
] as const;
const OF_TEAMS = [
  'application_received',
  'claim_received',
  'commission_flagged',
  'payouts_ready',
  'weekly_digest',
] as const;

/** The settings of one's own account. */
export function settingsOfAccount(is: {
  readonly partner: boolean;
  readonly team: boolean;
}): readonly SettingsPage[] {
  return [
    {
      to: '/account',
      description: shell.accountAndSecurity,
      settings: [
        { label: account.password, words: wordsFor.password, hash: 'password' },
        { label: account.twoFactorAuthentication, words: wordsFor.twoFactor, hash: 'two-factor' },
        { label: account.activeSessions, words: wordsFor.sessions, hash: 'sessions' },
      ],
    },
    {
      to: '/account/notifications',
      description: shell.notificationSettings,
      settings: [
        { label: notifications.notifications, words: wordsFor.notifications },
        ...(is.team ? OF_TEAMS : []).map((kind) => ({ label: notifications.kinds[kind], hash: 'team' })),
        ...(is.partner ? OF_PARTNERS : []).map((kind) => ({
          label: notifications.kinds[kind],
          hash: 'partner',
        })),
      ],
    },
  ];
}
