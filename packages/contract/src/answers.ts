import Type, { type Static, type TSchema } from 'typebox';
import { ERRORS, type ErrorCode } from './errors.js';

/** Every error, whatever the route. Specification section 7. */
export const ErrorAnswer = Type.Object({ error: Type.String() });
export type ErrorAnswer = Static<typeof ErrorAnswer>;

/** Answer of /healthz and /readyz. */
export const HealthAnswer = Type.Object({ status: Type.String() });
export type HealthAnswer = Static<typeof HealthAnswer>;

/**
 * The responses of a route as /openapi.json shows them: its answer, and the errors it can give, each status with the
 * exact texts.
 */
export function responsesOf(answer: TSchema, codes: readonly ErrorCode[]): Record<number, TSchema> {
  const textsByStatus = new Map<number, Set<string>>();
  for (const code of codes) {
    const { status, text } = ERRORS[code];
    textsByStatus.set(status, (textsByStatus.get(status) ?? new Set()).add(text));
  }
  const responses: Record<number, TSchema> = { 200: answer };
  for (const [status, texts] of [...textsByStatus].toSorted(([a], [b]) => a - b)) {
    const description = [...texts].map((text) => `\`${text}\``).join(', ');
    responses[status] = Type.Object({ error: Type.String() }, { description });
  }
  return responses;
}
