import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, lazyRouteComponent, Outlet } from '@tanstack/react-router';
import { NotFound } from './shell/failure.js';
import { NarrowFrame } from './shell/narrow-frame.js';

// The root of all addresses, and the pages for people who are not signed in; the others are in router.tsx.

export const root = createRootRouteWithContext<{ queries: QueryClient }>()({
  component: Outlet,
  notFoundComponent: NotFound,
  validateSearch: (search: Record<string, unknown>) => search,
});

export const narrow = createRoute({ getParentRoute: () => root, id: 'narrow', component: NarrowFrame });
const ofNarrow = { getParentRoute: () => narrow } as const;
export const narrowPages = [
  createRoute({
    ...ofNarrow,
    path: '/sign-in',
    component: lazyRouteComponent(() => import('./pages/account/sign-in.js'), 'SignInPage'),
  }),
  createRoute({
    ...ofNarrow,
    path: '/forgot-password',
    component: lazyRouteComponent(() => import('./pages/account/forgot-password.js'), 'ForgotPasswordPage'),
  }),
  createRoute({
    ...ofNarrow,
    path: '/reset-password',
    component: lazyRouteComponent(() => import('./pages/account/reset-password.js'), 'ResetPasswordPage'),
  }),
  createRoute({
    ...ofNarrow,
    path: '/invitation',
    component: lazyRouteComponent(() => import('./pages/account/invitation.js'), 'InvitationPage'),
  }),
  createRoute({
    ...ofNarrow,
    path: '/setup',
    component: lazyRouteComponent(() => import('./pages/workspaces/setup/setup.js'), 'SetupPage'),
  }),
  createRoute({
    ...ofNarrow,
    path: '/apply/$programId',
    component: lazyRouteComponent(() => import('./pages/partners/apply.js'), 'ApplicationPage'),
  }),
] as const;
