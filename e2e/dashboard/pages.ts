import type { Places } from './support/demo-data.js';

/** Who looks at a page: `newcomer` at a service that nobody has an account of yet. */
export type Viewer = 'newcomer' | 'nobody' | 'owner' | 'partner';

/** A page of the application. */
export interface DashboardPage {
  /** Names its pictures. */
  readonly name: string;
  readonly viewer: Viewer;
  address(places: Places): string;
}

const at =
  (viewer: Viewer) =>
  (name: string, address: (places: Places) => string): DashboardPage => ({ name, viewer, address });
const anyone = at('nobody');
const team = at('owner');
const partner = at('partner');
const inWorkspace = (path: string) => (places: Places) => `/w/${places.workspaceId}${path}`;
const inProgram = (path: string) => (places: Places) => `/p/${places.programId}${path}`;
const ofPartner = (path: string) => (places: Places) => `/partner/${places.programId}${path}`;

/** Every page there is, with everything on it: the one list for pictures and for the checks of all pages. */
export const PAGES: readonly DashboardPage[] = [
  at('newcomer')('setup', () => '/setup'),
  anyone('sign-in', () => '/sign-in'),
  anyone('forgot-password', () => '/forgot-password'),
  anyone('reset-password', () => '/reset-password'),
  anyone('invitation', ({ invitationToken }) => `/invitation#${invitationToken}`),
  anyone('apply', ({ programId }) => `/apply/${programId}`),
  team('account', () => '/account'),
  team('account-notifications', () => '/account/notifications'),
  team('not-found', () => '/no-such-page'),
  team('workspace-programs', inWorkspace('')),
  team('workspace-members', inWorkspace('/members')),
  team('workspace-processor', inWorkspace('/processor')),
  team('workspace-events', inWorkspace('/events')),
  team('workspace-webhooks', inWorkspace('/webhooks')),
  team('workspace-webhook', (places) => `/w/${places.workspaceId}/webhooks/${places.webhookId}`),
  team('workspace-management-keys', inWorkspace('/management-keys')),
  team('workspace-audit', inWorkspace('/audit')),
  team('workspace-seals', inWorkspace('/seals')),
  team('workspace-security', inWorkspace('/security')),
  team('workspace-branding', inWorkspace('/branding')),
  team('workspace-settings', inWorkspace('/settings')),
  team('overview', inProgram('/overview')),
  team('integration', inProgram('/integration')),
  team('partners', inProgram('/partners')),
  team('import-partners', inProgram('/partners/import')),
  team('partner', (places) => `/p/${places.programId}/partners/${places.partnerId}`),
  team('groups', inProgram('/groups')),
  team('links', inProgram('/links')),
  team('codes', inProgram('/codes')),
  team('link', (places) => `/p/${places.programId}/links/${places.linkId}`),
  team('code', (places) => `/p/${places.programId}/codes/${places.codeId}`),
  team('assets', inProgram('/assets')),
  team('claims', inProgram('/claims')),
  team('customers', inProgram('/customers')),
  team('customer', (places) => `/p/${places.programId}/customers/${places.customerId}`),
  team('events', inProgram('/events')),
  team('sales', inProgram('/sales')),
  team('commissions', inProgram('/commissions')),
  team('commission', (places) => `/p/${places.programId}/commissions?explain=${places.commissionId}`),
  team('payouts', inProgram('/payouts')),
  team('payout-run', (places) => `/p/${places.programId}/payouts/runs/${places.payoutRunId}`),
  team('reports', inProgram('/reports')),
  team('cohorts', inProgram('/cohorts')),
  team('settings-program', inProgram('/settings/program')),
  team('settings-application', inProgram('/settings/application')),
  team('settings-rules', inProgram('/settings/rules')),
  team('settings-keys', inProgram('/settings/keys')),
  team('settings-origins', inProgram('/settings/origins')),
  team('settings-import', inProgram('/settings/import')),
  team('settings-danger', inProgram('/settings/danger')),
  partner('portal-programs', () => '/partner'),
  partner('portal-overview', ofPartner('/overview')),
  partner('portal-links', ofPartner('/links')),
  partner('portal-link', (places) => `/partner/${places.programId}/links/${places.linkId}`),
  partner('portal-code', (places) => `/partner/${places.programId}/codes/${places.codeId}`),
  partner('portal-assets', ofPartner('/assets')),
  partner('portal-messages', ofPartner('/messages')),
  partner('portal-message', (places) => `/partner/${places.programId}/messages?message=${places.messageId}`),
  partner('portal-commissions', ofPartner('/commissions')),
  partner('portal-payouts', ofPartner('/payouts')),
  partner('portal-payout', (places) => `/partner/${places.programId}/payouts/${places.partnerPayoutId}`),
  partner('portal-details', ofPartner('/details')),
  partner('portal-claims', ofPartner('/claims')),
];

/** Error responses that a page may expect: 401 when nobody is signed in. */
export function expectedStatuses({ viewer }: DashboardPage): readonly number[] {
  return viewer === 'newcomer' || viewer === 'nobody' ? [401] : [];
}
