import { EVENT_TYPES } from '@svc/contract/event-types';
import { SvcError } from '@svc/node';
import { EXIT, Failure } from './failure.js';

/** A refusal of event types as a failure that names those that exist; null: the types are not the reason. */
export function failureOfType(types: readonly string[], error: unknown): Failure | null {
  const known: readonly string[] = EVENT_TYPES;
  const unknown = types.find((type) => !known.includes(type));
  // The service decides: it may be newer, and know more types.
  if (unknown === undefined || !(error instanceof SvcError) || error.code !== 'field_invalid') return null;
  return new Failure(
    `There is no event type ${JSON.stringify(unknown)}`,
    `Event types: ${EVENT_TYPES.join(', ')}.`,
    EXIT.wrongUse,
  );
}

/** A refusal of a program that the workspace does not have; null: the program is not the reason. */
export function failureOfProgram(program: number | undefined, error: unknown): Failure | null {
  if (program === undefined || !(error instanceof SvcError) || error.code !== 'not_found') return null;
  return new Failure(
    `The workspace has no program ${program}`,
    'Give the id of one of its programs, which the dashboard shows in its addresses: /programs/ID.',
    EXIT.wrongUse,
  );
}
