import {
  createRoute,
  lazyRouteComponent,
  notFound,
  redirect,
  retainSearchParams,
} from '@tanstack/react-router';
import { idField } from './session/search.js';
import { portalProgramsOptions } from './session/session.js';
import { viewPartner } from './session/viewing.js';
import { PartnerFrame } from './shell/partner-frame.js';
import { signedIn } from './signed-in-routes.js';

/** What a partner sees of a program. */
export const partner = createRoute({
  getParentRoute: () => signedIn,
  path: '/partner/$programId',
  search: { middlewares: [retainSearchParams<Record<string, unknown>>(['as'])] },
  beforeLoad: ({ context, params: { programId }, search }) => {
    const partnerId = idField((search as { readonly as?: unknown }).as);
    viewPartner(partnerId === undefined ? null : { programId, partnerId }, context.queries);
  },
  loader: async ({ context, params }) => {
    const { data } = await context.queries.ensureQueryData(portalProgramsOptions());
    if (!data.some(({ program_id }) => String(program_id) === params.programId)) throw notFound();
  },
  component: PartnerFrame,
});
const ofPartner = { getParentRoute: () => partner } as const;
export const partnerPages = [
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
    component: lazyRouteComponent(() => import('./pages/portal/overview.js'), 'PortalOverviewPage'),
  }),
  createRoute({
    ...ofPartner,
    path: 'links',
    component: lazyRouteComponent(() => import('./pages/portal/links.js'), 'PortalLinksPage'),
  }),
  createRoute({
    ...ofPartner,
    path: 'links/$linkId',
    component: lazyRouteComponent(() => import('./pages/portal/link-page.js'), 'PortalLinkPage'),
  }),
  createRoute({
    ...ofPartner,
    path: 'codes/$codeId',
    component: lazyRouteComponent(() => import('./pages/portal/code-page.js'), 'PortalCodePage'),
  }),
  createRoute({
    ...ofPartner,
    path: 'assets',
    component: lazyRouteComponent(() => import('./pages/portal/assets.js'), 'PortalAssetsPage'),
  }),
  createRoute({
    ...ofPartner,
    path: 'messages',
    component: lazyRouteComponent(() => import('./pages/portal/messages.js'), 'PortalMessagesPage'),
  }),
  createRoute({
    ...ofPartner,
    path: 'commissions',
    component: lazyRouteComponent(() => import('./pages/portal/commissions.js'), 'PortalCommissionsPage'),
  }),
  createRoute({
    ...ofPartner,
    path: 'payouts',
    component: lazyRouteComponent(() => import('./pages/portal/payouts.js'), 'PortalPayoutsPage'),
  }),
  createRoute({
    ...ofPartner,
    path: 'payouts/$payoutId',
    component: lazyRouteComponent(() => import('./pages/portal/payout.js'), 'PortalPayoutPage'),
  }),
  createRoute({
    ...ofPartner,
    path: 'details',
    component: lazyRouteComponent(() => import('./pages/portal/details.js'), 'PortalDetailsPage'),
  }),
  createRoute({
    ...ofPartner,
    path: 'claims',
    component: lazyRouteComponent(() => import('./pages/portal/claims.js'), 'PortalClaimsPage'),
  }),
] as const;
