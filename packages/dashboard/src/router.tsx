import type { QueryClient } from '@tanstack/react-query';
import {
  type AnyRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  redirect,
} from '@tanstack/react-router';
import { ApiError } from './api/error.js';
import { partner, partnerPages } from './partner-routes.js';
import { meOptions, needsTwoFactor, partnerProgramsOptions, programOptions } from './session/session.js';
import { ProgramFrame, WorkspaceFrame } from './shell/advertiser-frame.js';
import { NotFound, PageFailure } from './shell/failure.js';
import { plain, plainPages, signedIn, start } from './signed-in-routes.js';
import { narrow, narrowPages, root } from './signed-out-routes.js';
import { Loading } from './ui/states.js';

// Every address of the application. A page is a component that a file under pages/ exports. It is loaded when it is needed;
// what its address carries behind "?" is the page's own (session/search.ts).

const workspace = createRoute({
  getParentRoute: () => signedIn,
  path: '/w/$workspaceId',
  beforeLoad: async ({ context, params }) => {
    const me = await context.queries.ensureQueryData(meOptions);
    const found = me.workspaces.find(({ id }) => String(id) === params.workspaceId);
    if (found === undefined) throw notFound();
    if (needsTwoFactor(me, found)) throw redirect({ to: '/account', replace: true });
  },
  component: WorkspaceFrame,
});
const ofWorkspace = { getParentRoute: () => workspace } as const;
const workspacePages = [
  createRoute({
    ...ofWorkspace,
    path: '/',
    component: lazyRouteComponent(() => import('./pages/programs/programs.js'), 'ProgramsPage'),
  }),
  createRoute({
    ...ofWorkspace,
    path: 'members',
    component: lazyRouteComponent(() => import('./pages/people/members.js'), 'MembersPage'),
  }),
  createRoute({
    ...ofWorkspace,
    path: 'processor',
    component: lazyRouteComponent(
      () => import('./pages/payments/payment-accounts.js'),
      'PaymentAccountsPage',
    ),
  }),
  createRoute({
    ...ofWorkspace,
    path: 'events',
    component: lazyRouteComponent(() => import('./pages/event-feed/event-feed.js'), 'EventFeedPage'),
  }),
  createRoute({
    ...ofWorkspace,
    path: 'webhooks',
    component: lazyRouteComponent(() => import('./pages/webhooks/webhooks.js'), 'WebhooksPage'),
  }),
  createRoute({
    ...ofWorkspace,
    path: 'webhooks/$webhookId',
    component: lazyRouteComponent(() => import('./pages/webhooks/webhook.js'), 'WebhookPage'),
  }),
  createRoute({
    ...ofWorkspace,
    path: 'management-keys',
    component: lazyRouteComponent(
      () => import('./pages/management-keys/management-keys.js'),
      'ManagementKeysPage',
    ),
  }),
  createRoute({
    ...ofWorkspace,
    path: 'audit',
    component: lazyRouteComponent(() => import('./pages/audit/audit.js'), 'AuditPage'),
  }),
  createRoute({
    ...ofWorkspace,
    path: 'seals',
    component: lazyRouteComponent(() => import('./pages/seals/seals.js'), 'SealsPage'),
  }),
  createRoute({
    ...ofWorkspace,
    path: 'security',
    component: lazyRouteComponent(() => import('./pages/security/security-log.js'), 'SecurityLogPage'),
  }),
  createRoute({
    ...ofWorkspace,
    path: 'branding',
    component: lazyRouteComponent(() => import('./pages/branding/branding.js'), 'BrandingPage'),
  }),
  createRoute({
    ...ofWorkspace,
    path: 'settings',
    component: lazyRouteComponent(() => import('./pages/workspaces/settings.js'), 'WorkspaceSettingsPage'),
  }),
] as const;

const program = createRoute({
  getParentRoute: () => signedIn,
  path: '/p/$programId',
  loader: ({ context, params }) =>
    context.queries.ensureQueryData(programOptions(params.programId)).catch((error: unknown) => {
      if (!(error instanceof ApiError) || error.code !== 'two_factor_required') throw error;
      throw redirect({ to: '/account', replace: true });
    }),
  component: ProgramFrame,
});
const ofProgram = { getParentRoute: () => program } as const;
const programPages = [
  createRoute({
    ...ofProgram,
    path: '/',
    beforeLoad: ({ params }) => {
      throw redirect({ to: '/p/$programId/overview', params, replace: true });
    },
  }),
  createRoute({
    ...ofProgram,
    path: 'overview',
    component: lazyRouteComponent(() => import('./pages/overview/overview.js'), 'OverviewPage'),
  }),
  createRoute({
    ...ofProgram,
    path: 'integration',
    component: lazyRouteComponent(() => import('./pages/integration/integration.js'), 'IntegrationPage'),
  }),
  createRoute({
    ...ofProgram,
    path: 'partners',
    component: lazyRouteComponent(() => import('./pages/partners/partners.js'), 'PartnersPage'),
  }),
  createRoute({
    ...ofProgram,
    path: 'partners/import',
    component: lazyRouteComponent(
      () => import('./pages/partners/import/import-partners.js'),
      'ImportPartnersPage',
    ),
  }),
  createRoute({
    ...ofProgram,
    path: 'partners/$partnerId',
    component: lazyRouteComponent(() => import('./pages/partners/partner.js'), 'PartnerPage'),
  }),
  createRoute({
    ...ofProgram,
    path: 'links',
    component: lazyRouteComponent(() => import('./pages/links/links.js'), 'LinksPage'),
  }),
  createRoute({
    ...ofProgram,
    path: 'codes',
    component: lazyRouteComponent(() => import('./pages/codes/codes.js'), 'CodesPage'),
  }),
  createRoute({
    ...ofProgram,
    path: 'links/$linkId',
    component: lazyRouteComponent(() => import('./pages/links/link-page.js'), 'LinkPage'),
  }),
  createRoute({
    ...ofProgram,
    path: 'codes/$codeId',
    component: lazyRouteComponent(() => import('./pages/codes/code-page.js'), 'CodePage'),
  }),
  createRoute({
    ...ofProgram,
    path: 'groups',
    component: lazyRouteComponent(() => import('./pages/groups/groups.js'), 'GroupsPage'),
  }),
  createRoute({
    ...ofProgram,
    path: 'assets',
    component: lazyRouteComponent(() => import('./pages/assets/assets.js'), 'AssetsPage'),
  }),
  createRoute({
    ...ofProgram,
    path: 'claims',
    component: lazyRouteComponent(() => import('./pages/claims/claims.js'), 'ClaimsPage'),
  }),
  createRoute({
    ...ofProgram,
    path: 'customers',
    component: lazyRouteComponent(() => import('./pages/customers/customers.js'), 'CustomersPage'),
  }),
  createRoute({
    ...ofProgram,
    path: 'customers/$customerId',
    component: lazyRouteComponent(() => import('./pages/customers/customer.js'), 'CustomerPage'),
  }),
  createRoute({
    ...ofProgram,
    path: 'events',
    component: lazyRouteComponent(() => import('./pages/activity/events.js'), 'EventsPage'),
  }),
  createRoute({
    ...ofProgram,
    path: 'sales',
    component: lazyRouteComponent(() => import('./pages/sales/sales.js'), 'SalesPage'),
  }),
  createRoute({
    ...ofProgram,
    path: 'commissions',
    component: lazyRouteComponent(() => import('./pages/commissions/commissions.js'), 'CommissionsPage'),
  }),
  createRoute({
    ...ofProgram,
    path: 'payouts',
    component: lazyRouteComponent(() => import('./pages/payouts/payouts.js'), 'PayoutsPage'),
  }),
  createRoute({
    ...ofProgram,
    path: 'payouts/runs/$runId',
    component: lazyRouteComponent(() => import('./pages/payouts/payout-run.js'), 'PayoutRunPage'),
  }),
  createRoute({
    ...ofProgram,
    path: 'reports',
    component: lazyRouteComponent(() => import('./pages/reports/reports.js'), 'ReportsPage'),
  }),
  createRoute({
    ...ofProgram,
    path: 'cohorts',
    component: lazyRouteComponent(() => import('./pages/reports/cohorts.js'), 'CohortsPage'),
  }),
] as const;

const settings = createRoute({
  ...ofProgram,
  path: 'settings',
  component: lazyRouteComponent(() => import('./pages/programs/settings-frame.js'), 'SettingsFrame'),
});
const ofSettings = { getParentRoute: () => settings } as const;
const settingsPages = [
  createRoute({
    ...ofSettings,
    path: '/',
    beforeLoad: ({ params }) => {
      throw redirect({ to: '/p/$programId/settings/program', params, replace: true });
    },
  }),
  createRoute({
    ...ofSettings,
    path: 'program',
    component: lazyRouteComponent(() => import('./pages/programs/program.js'), 'ProgramSettingsPage'),
  }),
  createRoute({
    ...ofSettings,
    path: 'application',
    component: lazyRouteComponent(
      () => import('./pages/applications/application.js'),
      'ApplicationSettingsPage',
    ),
  }),
  createRoute({
    ...ofSettings,
    path: 'rules',
    component: lazyRouteComponent(() => import('./pages/rules/rules.js'), 'RulesPage'),
  }),
  createRoute({
    ...ofSettings,
    path: 'keys',
    component: lazyRouteComponent(() => import('./pages/keys/keys.js'), 'KeysPage'),
  }),
  createRoute({
    ...ofSettings,
    path: 'origins',
    component: lazyRouteComponent(() => import('./pages/programs/origins.js'), 'OriginsPage'),
  }),
  createRoute({
    ...ofSettings,
    path: 'import',
    component: lazyRouteComponent(() => import('./pages/imports/imports.js'), 'ImportsPage'),
  }),
  createRoute({
    ...ofSettings,
    path: 'danger',
    component: lazyRouteComponent(() => import('./pages/programs/danger.js'), 'ArchiveProgramPage'),
  }),
] as const;

const routeTree = root.addChildren([
  start,
  narrow.addChildren(narrowPages),
  signedIn.addChildren([
    plain.addChildren(plainPages),
    workspace.addChildren(workspacePages),
    program.addChildren([...programPages, settings.addChildren(settingsPages)]),
    partner.addChildren(partnerPages),
  ]),
]);

/** Values of an address as the text they are: an order number stays one, and nothing is quoted. */
function writeSearch(values: Record<string, unknown>): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return text === '' ? '' : `?${text}`;
}

/** The addresses of the application over one memory of what was read. */
export function createAppRouter(queries: QueryClient) {
  return createRouter({
    routeTree,
    context: { queries },
    parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
    stringifySearch: writeSearch,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 150,
    // What has come is shown at once; by default it would wait until "Loading" had stood for half a second.
    defaultPendingMinMs: 0,
    defaultPendingComponent: Loading,
    defaultErrorComponent: PageFailure,
    defaultNotFoundComponent: NotFound,
    scrollRestoration: true,
  });
}

/**
 * Asks at once for what the first address needs: its page's script, and what its routes read. By itself the router asks
 * for each only when the one before has come.
 */
export function warmUp(router: AppRouter, queries: QueryClient): void {
  const routes: Readonly<Record<string, AnyRoute>> = router.routesById;
  for (const { routeId, params } of router.matchRoutes(router.latestLocation)) {
    const route = routes[routeId];
    if (route !== undefined) void router.loadRouteChunk(route);
    if (routeId === signedIn.id) void queries.prefetchQuery(meOptions);
    if (routeId === partner.id) void queries.prefetchQuery(partnerProgramsOptions);
    if (routeId === program.id && 'programId' in params)
      void queries.prefetchQuery(programOptions(params.programId));
  }
}

type AppRouter = ReturnType<typeof createAppRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter;
  }
}
