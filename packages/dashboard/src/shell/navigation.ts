import {
  IconAdjustments,
  IconArrowsExchange,
  IconBuilding,
  IconCash,
  IconCategory,
  IconChartBar,
  IconClipboardList,
  IconCoins,
  IconCreditCard,
  IconHelpCircle,
  IconHome,
  IconId,
  IconKey,
  IconLink,
  IconMail,
  IconPalette,
  IconPhoto,
  IconPlug,
  IconReceipt,
  IconReportAnalytics,
  IconRosetteDiscountCheck,
  IconShieldLock,
  IconTableShortcut,
  IconTicket,
  IconTimeline,
  IconUsers,
  IconUsersGroup,
  IconWebhook,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { Permission } from '../session/permissions.js';
import { common } from '../texts/common.js';
import { texts } from '../texts/shell.js';

export interface NavigationItem {
  readonly label: string;
  readonly to: string;
  readonly icon: ComponentType<{ size?: number; stroke?: number }>;
  /** Shown only with this permission. */
  readonly needs?: Permission;
  /** Goes there when typed after `GO_KEY`. */
  readonly key?: string;
  /** Only this very address, not those below it. */
  readonly isExact?: boolean;
  /** Its figures are of a period, and one that was chosen on such a page stays chosen. */
  readonly hasPeriod?: true;
}

export interface NavigationGroup {
  readonly label: string;
  readonly items: readonly NavigationItem[];
}

/** What is typed before the key of a page. */
export const GO_KEY = 'g';

/** The address of an item, with its places filled. */
export function addressOfItem({ to }: NavigationItem, params: Readonly<Record<string, string>>): string {
  return to.replace(/\$(\w+)/g, (_, name: string) => params[name] ?? '');
}

export const PROGRAM_NAVIGATION: readonly NavigationGroup[] = [
  {
    label: texts.analytics,
    items: [
      { label: common.overview, to: '/p/$programId/overview', hasPeriod: true, key: 'o', icon: IconChartBar },
      { label: common.events, to: '/p/$programId/events', key: 'e', icon: IconArrowsExchange },
      { label: common.customers, to: '/p/$programId/customers', key: 'c', icon: IconId },
      { label: common.sales, to: '/p/$programId/sales', key: 's', icon: IconReceipt },
    ],
  },
  {
    label: texts.partners,
    items: [
      { label: texts.partners, to: '/p/$programId/partners', hasPeriod: true, key: 'p', icon: IconUsers },
      { label: texts.groups, to: '/p/$programId/groups', icon: IconCategory },
      { label: common.links, to: '/p/$programId/links', hasPeriod: true, key: 'l', icon: IconLink },
      { label: texts.codes, to: '/p/$programId/codes', hasPeriod: true, key: 'd', icon: IconTicket },
      { label: texts.assets, to: '/p/$programId/assets', icon: IconPhoto },
      { label: common.claims, to: '/p/$programId/claims', key: 'a', icon: IconHelpCircle },
    ],
  },
  {
    label: texts.finance,
    items: [
      { label: common.commissions, to: '/p/$programId/commissions', key: 'm', icon: IconCoins },
      { label: common.payouts, to: '/p/$programId/payouts', key: 'y', icon: IconCash },
      {
        label: texts.reports,
        to: '/p/$programId/reports',
        hasPeriod: true,
        key: 'r',
        icon: IconReportAnalytics,
      },
      { label: texts.cohorts, to: '/p/$programId/cohorts', icon: IconTableShortcut },
    ],
  },
  {
    label: texts.setup,
    items: [
      { label: texts.integration, to: '/p/$programId/integration', key: 'i', icon: IconPlug },
      { label: texts.settings, to: '/p/$programId/settings', key: 't', icon: IconAdjustments },
    ],
  },
];

export const WORKSPACE_NAVIGATION: NavigationGroup = {
  label: texts.workspace,
  items: [
    { label: texts.programs, to: '/w/$workspaceId', icon: IconHome, isExact: true },
    { label: texts.members, to: '/w/$workspaceId/members', icon: IconUsersGroup, needs: 'program:read' },
    {
      label: common.paymentAccounts,
      to: '/w/$workspaceId/processor',
      icon: IconCreditCard,
      needs: 'program:read',
    },
    { label: texts.eventFeed, to: '/w/$workspaceId/events', icon: IconTimeline, needs: 'report:read' },
    { label: texts.webhooks, to: '/w/$workspaceId/webhooks', icon: IconWebhook, needs: 'webhook:write' },
    {
      label: texts.managementKeys,
      to: '/w/$workspaceId/management-keys',
      icon: IconKey,
      needs: 'key:write',
    },
    { label: texts.auditLog, to: '/w/$workspaceId/audit', icon: IconClipboardList, needs: 'program:write' },
    { label: texts.seals, to: '/w/$workspaceId/seals', icon: IconRosetteDiscountCheck, needs: 'report:read' },
    { label: texts.securityLog, to: '/w/$workspaceId/security', icon: IconShieldLock, needs: 'member:write' },
    { label: texts.branding, to: '/w/$workspaceId/branding', icon: IconPalette, needs: 'workspace:write' },
    { label: texts.workspaceSettings, to: '/w/$workspaceId/settings', icon: IconBuilding },
  ],
};

export const PARTNER_NAVIGATION: NavigationGroup = {
  label: common.program,
  items: [
    { label: common.overview, to: '/partner/$programId/overview', hasPeriod: true, icon: IconChartBar },
    { label: common.links, to: '/partner/$programId/links', hasPeriod: true, icon: IconLink },
    { label: texts.assets, to: '/partner/$programId/assets', icon: IconPhoto },
    { label: texts.messages, to: '/partner/$programId/messages', icon: IconMail },
    { label: common.commissions, to: '/partner/$programId/commissions', icon: IconCoins },
    { label: common.payouts, to: '/partner/$programId/payouts', icon: IconCash },
    { label: texts.payoutDetails, to: '/partner/$programId/details', icon: IconId },
    { label: common.claims, to: '/partner/$programId/claims', icon: IconHelpCircle },
  ],
};

/** The same for members of the team who view it: where a partner is paid is theirs alone. */
export const VIEWED_NAVIGATION: NavigationGroup = {
  ...PARTNER_NAVIGATION,
  items: PARTNER_NAVIGATION.items.filter(({ to }) => !to.endsWith('/details')),
};
