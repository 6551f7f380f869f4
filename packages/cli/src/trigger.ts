import type { Context } from './context.js';
import { failureOfProgram, failureOfType } from './event-failures.js';
import { createManagement, managementConnectionOf, OWN_WORKSPACE, toFailure } from './management.js';

export interface TriggerOptions {
  /** Needed where the workspace has several programs. */
  readonly program?: number | undefined;
}

/** What was made: `sample` where the objects of the event do not exist. */
export interface Triggered {
  readonly type: string;
  readonly program_id: number | null;
  readonly sample: boolean;
}

/** `svc trigger TYPE`: makes one event of a type, with `test_mode: true`. Contract 2 section 9. */
export async function trigger(
  context: Context,
  type: string,
  { program }: TriggerOptions,
): Promise<Triggered> {
  const { terminal } = context;
  const svc = createManagement(await managementConnectionOf(context));
  terminal.start(`svc trigger ${type}`);
  // The service knows the types; those that this program does not know yet are as good.
  const body = { type: type as 'sale.created', ...(program !== undefined && { program_id: program }) };
  const answer = await terminal.waiting('Making the event', () =>
    svc
      .post('/api/workspaces/{workspaceId}/events/trigger', { path: OWN_WORKSPACE, body })
      .catch((error: unknown) => {
        throw failureOfType([type], error) ?? failureOfProgram(program, error) ?? toFailure(error);
      }),
  );
  terminal.end(
    answer.sample
      ? `Made a sample of ${type}: its objects do not exist`
      : `Recorded a test for ${type}, which earns nobody anything`,
  );
  return answer;
}
