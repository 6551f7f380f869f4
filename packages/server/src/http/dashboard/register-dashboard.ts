import type { FastifyInstance } from 'fastify';
import { type DashboardContext, demandPermissions, requirePermission, requireSession } from './access.js';
import { registerAuthRoutes } from './auth-routes.js';
import { registerExplain } from './explain.js';
import { registerLists } from './lists.js';
import { registerMe } from './me.js';
import { registerProcessor } from './processor.js';
import { registerReport } from './report.js';
import { registerTrackingStatus } from './tracking-status.js';

/**
 * Everything that people use after signing in, and signing in itself. Contract section 5.
 *
 * A route under the management hooks states its permission in `config.permission`; without one it cannot be
 * registered.
 */
export function registerDashboard(app: FastifyInstance, context: DashboardContext): void {
  app.decorateRequest('user', null);
  app.register(async (scope) => {
    registerAuthRoutes(scope, context);
  });
  app.register(async (scope) => {
    demandPermissions(scope);
    registerTrackingStatus(scope, context);
  });
  app.register(async (scope) => {
    demandPermissions(scope);
    scope.addHook('onRequest', requireSession(context));
    scope.addHook('onRequest', requirePermission(context));
    registerMe(scope, context);
    registerLists(scope, context);
    registerExplain(scope, context);
    registerReport(scope, context);
    registerProcessor(scope, context);
  });
}
