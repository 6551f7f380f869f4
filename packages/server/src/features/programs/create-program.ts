import { ProgramCreate, ProgramItem } from '@svc/contract';
import { defineOperation, forgetConfiguration } from '../../operations/define-operation.js';
import { markRulesInForce } from '../rules/mark-rules-in-force.js';
import { insertProgram } from './insert-program.js';
import { refuseOwnHosts } from './refuse-own-hosts.js';

/** Creates a program with its first commission rule. Its API keys are created afterwards, each on its own. */
export const createProgram = defineOperation({
  name: 'createProgram',
  route: 'POST /api/workspaces/:workspaceId/programs',
  permission: 'program:write',
  summary: 'Create a program',
  input: ProgramCreate,
  output: ProgramItem,
  errors: ['name_taken', 'link_domain_taken', 'lead_reward_needs_server'],
  audit: 'program.create',
  run({ client, services, scope, input }) {
    refuseOwnHosts(services, input.link_domains);
    return insertProgram(client, scope.workspaceId, input);
  },
  async after(call, program) {
    await markRulesInForce(call.pool, program.id);
    return forgetConfiguration(call, program);
  },
});
