import type { QueryClient } from '@tanstack/react-query';
import {
  type AnyRoute,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { ApiError, isSignedOut } from './api/error.js';
import { meOptions, needsTwoFactor, partnerProgramsOptions, programOptions } from './session/session.js';
import { findStart } from './session/start.js';
import { ProgramFrame, WorkspaceFrame } from './shell/advertiser-frame.js';
import { NotFound, PageFailure } from './shell/failure.js';
import { NarrowFrame } from './shell/narrow-frame.js';
import { PartnerFrame, PlainFrame } from './shell/partner-frame.js';
import { Loading } from './ui/states.js';

// Every address of the application. A page is a file under pages/ that exports `Page`, and is loaded when it is needed;
// what its address carries behind "?" is the page's own (session/search.ts).

type PageModule = { readonly Page: () => React.ReactNode };

/** A page that is loaded when somebody goes there, or is about to. */
function page(load: () => Promise<PageModule>) {
  return lazyRouteComponent(load, 'Page');
}

const root = createRootRouteWithContext<{ queries: QueryClient }>()({
  component: Outlet,
  notFoundComponent: NotFound,
  validateSearch: (search: Record<string, unknown>) => search,
});

const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: async ({ context }) => {
    throw redirect({ to: await findStart(context.queries), replace: true });
  },
});

const narrow = createRoute({ getParentRoute: () => root, id: 'narrow', component: NarrowFrame });
const ofNarrow = { getParentRoute: () => narrow } as const;
const narrowPages = [
  createRoute({ ...ofNarrow, path: '/sign-in', component: page(() => import('./pages/account/sign-in.js')) }),
  createRoute({
    ...ofNarrow,
    path: '/forgot-password',
    component: page(() => import('./pages/account/forgot-password.js')),
  }),
  createRoute({
    ...ofNarrow,
    path: '/reset-password',
    component: page(() => import('./pages/account/reset-password.js')),
  }),
  createRoute({
    ...ofNarrow,
    path: '/invitation',
    component: page(() => import('./pages/account/invitation.js')),
  }),
  createRoute({
    ...ofNarrow,
    path: '/setup',
    component: page(() => import('./pages/workspaces/setup/setup.js')),
  }),
  createRoute({
    ...ofNarrow,
    path: '/apply/$programId',
    component: page(() => import('./pages/partners/apply.js')),
  }),
] as const;

const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: async ({ context, location }) => {
    await context.queries.ensureQueryData(meOptions).catch((error: unknown) => {
      if (!isSignedOut(error)) throw error;
      throw redirect({ to: '/sign-in', search: { return: location.href } });
    });
  },
});

const plain = createRoute({ getParentRoute: () => signedIn, id: 'plain', component: PlainFrame });
const ofPlain = { getParentRoute: () => plain } as const;
const plainPages = [
  createRoute({ ...ofPlain, path: '/account', component: page(() => import('./pages/account/account.js')) }),
  createRoute({ ...ofPlain, path: '/partner', component: page(() => import('./pages/portal/programs.js')) }),
] as const;

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
  createRoute({ ...ofWorkspace, path: '/', component: page(() => import('./pages/programs/programs.js')) }),
  createRoute({
    ...ofWorkspace,
    path: 'members',
    component: page(() => import('./pages/people/members.js')),
  }),
  createRoute({
    ...ofWorkspace,
    path: 'processor',
    component: page(() => import('./pages/payments/processor.js')),
  }),
  createRoute({ ...ofWorkspace, path: 'audit', component: page(() => import('./pages/audit/audit.js')) }),
  createRoute({
    ...ofWorkspace,
    path: 'security',
    component: page(() => import('./pages/security/security-log.js')),
  }),
  createRoute({
    ...ofWorkspace,
    path: 'settings',
    component: page(() => import('./pages/workspaces/settings.js')),
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
    component: page(() => import('./pages/overview/overview.js')),
  }),
  createRoute({
    ...ofProgram,
    path: 'integration',
    component: page(() => import('./pages/integration/integration.js')),
  }),
  createRoute({
    ...ofProgram,
    path: 'partners',
    component: page(() => import('./pages/partners/partners.js')),
  }),
  createRoute({
    ...ofProgram,
    path: 'partners/$partnerId',
    component: page(() => import('./pages/partners/partner.js')),
  }),
  createRoute({ ...ofProgram, path: 'links', component: page(() => import('./pages/links/links.js')) }),
  createRoute({ ...ofProgram, path: 'claims', component: page(() => import('./pages/claims/claims.js')) }),
  createRoute({
    ...ofProgram,
    path: 'customers',
    component: page(() => import('./pages/customers/customers.js')),
  }),
  createRoute({
    ...ofProgram,
    path: 'customers/$customerId',
    component: page(() => import('./pages/customers/customer.js')),
  }),
  createRoute({ ...ofProgram, path: 'events', component: page(() => import('./pages/activity/events.js')) }),
  createRoute({ ...ofProgram, path: 'sales', component: page(() => import('./pages/sales/sales.js')) }),
  createRoute({
    ...ofProgram,
    path: 'commissions',
    component: page(() => import('./pages/commissions/commissions.js')),
  }),
  createRoute({ ...ofProgram, path: 'payouts', component: page(() => import('./pages/payouts/payouts.js')) }),
  createRoute({
    ...ofProgram,
    path: 'payouts/runs/$runId',
    component: page(() => import('./pages/payouts/payout-run.js')),
  }),
  createRoute({ ...ofProgram, path: 'reports', component: page(() => import('./pages/reports/reports.js')) }),
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
    component: page(() => import('./pages/programs/program.js')),
  }),
  createRoute({ ...ofSettings, path: 'rules', component: page(() => import('./pages/rules/rules.js')) }),
  createRoute({ ...ofSettings, path: 'keys', component: page(() => import('./pages/keys/keys.js')) }),
  createRoute({
    ...ofSettings,
    path: 'origins',
    component: page(() => import('./pages/programs/origins.js')),
  }),
  createRoute({ ...ofSettings, path: 'danger', component: page(() => import('./pages/programs/danger.js')) }),
] as const;

const partner = createRoute({
  getParentRoute: () => signedIn,
  path: '/partner/$programId',
  loader: async ({ context, params }) => {
    const { data } = await context.queries.ensureQueryData(partnerProgramsOptions);
    if (!data.some(({ program_id }) => String(program_id) === params.programId)) throw notFound();
  },
  component: PartnerFrame,
});
const ofPartner = { getParentRoute: () => partner } as const;
const partnerPages = [
  createRoute({
    ...ofPartner,
    path: '/',
    beforeLoad: ({ params }) => {
      throw redirect({ to: '/partner/$programId/overview', params, replace: true });
    },
  }),
  createRoute({
    ...ofPartner,
    path: 'overview',
    component: page(() => import('./pages/portal/overview.js')),
  }),
  createRoute({ ...ofPartner, path: 'links', component: page(() => import('./pages/portal/links.js')) }),
  createRoute({
    ...ofPartner,
    path: 'commissions',
    component: page(() => import('./pages/portal/commissions.js')),
  }),
  createRoute({ ...ofPartner, path: 'payouts', component: page(() => import('./pages/portal/payouts.js')) }),
  createRoute({
    ...ofPartner,
    path: 'payouts/$payoutId',
    component: page(() => import('./pages/portal/payout.js')),
  }),
  createRoute({ ...ofPartner, path: 'details', component: page(() => import('./pages/portal/details.js')) }),
  createRoute({ ...ofPartner, path: 'claims', component: page(() => import('./pages/portal/claims.js')) }),
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

/** The addresses of the application over one memory of what was read. */
export function createAppRouter(queries: QueryClient) {
  return createRouter({
    routeTree,
    context: { queries },
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
