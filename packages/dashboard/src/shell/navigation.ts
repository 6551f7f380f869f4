import {
  IconAdjustments,
  IconArrowsExchange,
  IconBuilding,
  IconCash,
  IconChartBar,
  IconClipboardList,
  IconCoins,
  IconCreditCard,
  IconHelpCircle,
  IconHome,
  IconId,
  IconLink,
  IconPlug,
  IconReceipt,
  IconReportAnalytics,
  IconShieldLock,
  IconUsers,
  IconUsersGroup,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import type { Permission } from '../session/permissions.js';

export interface NavigationItem {
  readonly label: string;
  readonly to: string;
  readonly icon: ComponentType<{ size?: number; stroke?: number }>;
  /** Shown only to whoever may do this. */
  readonly needs?: Permission;
  /** Only this very address, not those below it. */
  readonly isExact?: boolean;
}

export interface NavigationGroup {
  readonly label: string;
  readonly items: readonly NavigationItem[];
}

export const PROGRAM_NAVIGATION: readonly NavigationGroup[] = [
  {
    label: 'Measure',
    items: [
      { label: 'Overview', to: '/p/$programId/overview', icon: IconChartBar },
      { label: 'Events', to: '/p/$programId/events', icon: IconArrowsExchange },
      { label: 'Customers', to: '/p/$programId/customers', icon: IconId },
      { label: 'Sales', to: '/p/$programId/sales', icon: IconReceipt },
    ],
  },
  {
    label: 'Partners',
    items: [
      { label: 'Partners', to: '/p/$programId/partners', icon: IconUsers },
      { label: 'Links', to: '/p/$programId/links', icon: IconLink },
      { label: 'Claims', to: '/p/$programId/claims', icon: IconHelpCircle },
    ],
  },
  {
    label: 'Money',
    items: [
      { label: 'Commissions', to: '/p/$programId/commissions', icon: IconCoins },
      { label: 'Payouts', to: '/p/$programId/payouts', icon: IconCash },
      { label: 'Reports', to: '/p/$programId/reports', icon: IconReportAnalytics },
    ],
  },
  {
    label: 'Setup',
    items: [
      { label: 'Integration', to: '/p/$programId/integration', icon: IconPlug },
      { label: 'Settings', to: '/p/$programId/settings', icon: IconAdjustments },
    ],
  },
];

export const WORKSPACE_NAVIGATION: NavigationGroup = {
  label: 'Workspace',
  items: [
    { label: 'Programs', to: '/w/$workspaceId', icon: IconHome, isExact: true },
    { label: 'Members', to: '/w/$workspaceId/members', icon: IconUsersGroup, needs: 'program:read' },
    { label: 'Card processor', to: '/w/$workspaceId/processor', icon: IconCreditCard, needs: 'program:read' },
    { label: 'Audit log', to: '/w/$workspaceId/audit', icon: IconClipboardList, needs: 'program:write' },
    { label: 'Security log', to: '/w/$workspaceId/security', icon: IconShieldLock, needs: 'member:write' },
    { label: 'Workspace settings', to: '/w/$workspaceId/settings', icon: IconBuilding },
  ],
};

export const PARTNER_NAVIGATION: NavigationGroup = {
  label: 'Program',
  items: [
    { label: 'Overview', to: '/partner/$programId/overview', icon: IconChartBar },
    { label: 'Links', to: '/partner/$programId/links', icon: IconLink },
    { label: 'Commissions', to: '/partner/$programId/commissions', icon: IconCoins },
    { label: 'Payouts', to: '/partner/$programId/payouts', icon: IconCash },
    { label: 'Payout details', to: '/partner/$programId/details', icon: IconId },
    { label: 'Claims', to: '/partner/$programId/claims', icon: IconHelpCircle },
  ],
};
