import { ProgramItem, ProgramUpdate } from '@svc/contract';
import { defineOperation, forgetConfiguration } from '../../operations/define-operation.js';
import { changeProgram } from './change-program.js';
import { refuseOwnHosts } from './refuse-own-hosts.js';

/**
 * Changes the settings of a program. The window counts for clicks already made, the hold time only for sales to come: each
 * commission keeps the date it was given.
 */
export const updateProgram = defineOperation({
  name: 'updateProgram',
  route: 'PATCH /api/programs/:programId',
  permission: 'program:write',
  summary: 'Change the settings of a program',
  input: ProgramUpdate,
  output: ProgramItem,
  errors: ['name_taken', 'link_domain_taken', 'lead_reward_needs_server'],
  audit: 'program.update',
  run({ client, services, scope, input }) {
    refuseOwnHosts(services, input.link_domains);
    return changeProgram(client, scope.programId, input);
  },
  after: forgetConfiguration,
});
