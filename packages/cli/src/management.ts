import { SvcError, SvcManagement, type SvcOptions } from '@svc/node';
import type { Context } from './context.js';
import { Failure, failureOf, unreachable } from './failure.js';
import { ENV_FILE, problemOfBaseUrl, readVariables, trimBaseUrl } from './settings.js';

/** In the place of a workspace's id: the one that the management key belongs to. */
export const OWN_WORKSPACE = { workspaceId: 'current' };

/** How commands that build on svc reach it. */
export interface ManagementConnection {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly managementKey: string;
}

/** The address and management key out of `.svc/.env` and the environment. Contract 2 section 9. */
export async function managementConnectionOf({
  folder,
  environment,
}: Context): Promise<ManagementConnection> {
  const variables = await readVariables(folder, environment);
  const { SVC_MANAGEMENT_KEY: managementKey, SVC_BASE_URL: address } = variables;
  if (managementKey === undefined) {
    throw new Failure(
      `SVC_MANAGEMENT_KEY is missing: neither ${ENV_FILE} in this folder nor the environment has it`,
      'Create a management key in the dashboard under Workspace, Management keys, and set the variable to it.',
    );
  }
  const problem = problemOfBaseUrl(address);
  if (address === undefined || problem !== undefined)
    throw new Failure(
      problem ?? 'SVC_BASE_URL is missing',
      `Correct it in ${ENV_FILE}, or in the environment.`,
    );
  return { managementKey, baseUrl: trimBaseUrl(address) };
}

/** A client for management whose errors `toFailure` understands. */
export function createManagement(
  { baseUrl, managementKey }: ManagementConnection,
  options: Partial<SvcOptions> = {},
): SvcManagement {
  return new SvcManagement(managementKey, { ...options, baseUrl });
}

/** What the service refused, as a failure with its fix; everything else is thrown as it is. */
export function toFailure(error: unknown): Failure {
  if (!(error instanceof SvcError)) throw error;
  const { status, message, code, requestId } = error;
  return status === 0 ? unreachable(message) : failureOf({ status, error: message, code, requestId });
}
