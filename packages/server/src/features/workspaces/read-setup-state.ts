import { SetupState } from '@svc/contract';
import { defineRead } from '../../operations/define-operation.js';
import { isSetupNeeded } from './is-setup-needed.js';

export const readSetupState = defineRead({
  name: 'readSetupState',
  route: 'GET /api/setup',
  permission: 'anyone',
  summary: 'Whether the first account is still to be created',
  output: SetupState,
  async run({ pool, origin, services }) {
    const needed = await isSetupNeeded(pool);
    return { needed, needs_token: needed && !origin.isLocal, base_url: services.settings.baseUrl };
  },
});
