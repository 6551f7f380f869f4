import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { isSignedOut } from './api/error.js';
import { isLanguage, switchLanguage } from './language/language.js';
import { meOptions } from './session/session.js';
import { findStart } from './session/start.js';
import { PlainFrame } from './shell/plain-frame.js';
import { root } from './signed-out-routes.js';

/** The bare address: leads to the first page of the person who is signed in. */
export const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: async ({ context }) => {
    throw redirect({ to: await findStart(context.queries), replace: true });
  },
});

/** Everything that needs an account. */
export const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: async ({ context, location }) => {
    const { user } = await context.queries.ensureQueryData(meOptions).catch((error: unknown) => {
      if (!isSignedOut(error)) throw error;
      throw redirect({ to: '/sign-in', search: { return: location.href } });
    });
    // The language a person has chosen applies in every browser.
    if (user.language !== null && isLanguage(user.language)) switchLanguage(user.language);
  },
});

/** Pages of no workspace and no program. */
export const plain = createRoute({ getParentRoute: () => signedIn, id: 'plain', component: PlainFrame });
const ofPlain = { getParentRoute: () => plain } as const;
export const plainPages = [
  createRoute({
    ...ofPlain,
    path: '/account',
    component: lazyRouteComponent(() => import('./pages/account/account.js'), 'AccountPage'),
  }),
  createRoute({
    ...ofPlain,
    path: '/account/notifications',
    component: lazyRouteComponent(
      () => import('./pages/account/notification-settings.js'),
      'NotificationSettingsPage',
    ),
  }),
  createRoute({
    ...ofPlain,
    path: '/partner',
    component: lazyRouteComponent(() => import('./pages/portal/programs.js'), 'PortalProgramsPage'),
  }),
] as const;
