import type { FastifyInstance, onRequestHookHandler } from 'fastify';
import { isAddressWithin } from '../rate-limits.js';
import {
  type DashboardContext,
  requireOwnOrigin,
  requirePartner,
  requirePermission,
  requireSession,
} from './access.js';
import { registerAuthRoutes } from './auth-routes.js';
import { registerExplain } from './explain.js';
import { JOINING_ROUTES } from './joining.js';
import { registerMe } from './me.js';
import { MONEY_ROUTES } from './money.js';
import { PARTICIPANT_ROUTES } from './partners.js';
import { PAYOUT_ROUTES } from './payouts.js';
import { PEOPLE_ROUTES } from './people.js';
import { APPLICATION_ROUTES, PARTNER_HOME, PARTNER_ROUTES } from './portal.js';
import { PROCESSOR_ROUTES } from './processor.js';
import { PROGRAM_ROUTES } from './programs.js';
import { REPORT_ROUTES } from './report.js';
import { registerRoutes } from './routes.js';
import { TEST_EVENT_ROUTES } from './test-events.js';
import { registerTrackingStatus } from './tracking-status.js';

/**
 * Everything that people use after signing in, and signing in itself. Contract section 5.
 *
 * A route states its permission in `config.permission`; without one it cannot be registered (see `demandPermissions`).
 */
export function registerDashboard(app: FastifyInstance, context: DashboardContext): void {
  app.decorateRequest('user', null);
  app.decorateRequest('sessionId', null);
  app.decorateRequest('scope', null);
  app.register(async (scope) => {
    registerAuthRoutes(scope, context);
  });
  app.register(async (scope) => {
    registerTrackingStatus(scope, context);
  });
  app.register(async (scope) => {
    scope.addHook('onRequest', requireOwnOrigin(context));
    scope.addHook('onRequest', limitWrites(context));
    registerRoutes(scope, context, [...JOINING_ROUTES, ...APPLICATION_ROUTES]);
  });
  app.register(async (scope) => {
    scope.addHook('onRequest', requireSession(context));
    scope.addHook('onRequest', requireOwnOrigin(context));
    scope.addHook('onRequest', requirePartner(context));
    registerRoutes(scope, context, PARTNER_ROUTES);
  });
  app.register(async (scope) => {
    scope.addHook('onRequest', requireSession(context));
    scope.addHook('onRequest', requireOwnOrigin(context));
    scope.addHook('onRequest', requirePermission(context));
    registerMe(scope, context);
    registerExplain(scope, context);
    registerRoutes(scope, context, [
      ...PROGRAM_ROUTES,
      ...PARTICIPANT_ROUTES,
      ...MONEY_ROUTES,
      ...PAYOUT_ROUTES,
      ...REPORT_ROUTES,
      ...PEOPLE_ROUTES,
      ...PROCESSOR_ROUTES,
      ...TEST_EVENT_ROUTES,
      PARTNER_HOME,
    ]);
  });
}

/** What somebody sends who is not signed in has the limit of signing in; what they read costs next to nothing. */
function limitWrites({ limits }: DashboardContext): onRequestHookHandler {
  return (request, reply, done) => {
    if (request.method === 'GET' || isAddressWithin(limits.signIn, request, reply)) done();
  };
}
