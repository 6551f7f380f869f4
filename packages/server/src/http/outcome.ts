import type { ErrorCode } from '@svc/contract';
import type { Outcome, Refusal } from '@svc/core';
import type { FastifyReply } from 'fastify';
import { sendError } from './errors.js';

/** Answers a refused command. Assigning the refusal to a code is what makes the compiler ask for a row for each. */
export function sendRefusal(
  reply: FastifyReply,
  outcome: { readonly refusal: Refusal; readonly status?: string },
): FastifyReply {
  const code: ErrorCode = outcome.refusal;
  return sendError(reply, code, outcome.status);
}

/** A command was answered with the outcome of another kind. */
export function unexpected(outcome: Outcome): never {
  throw new Error(`unexpected outcome: ${outcome.kind}`);
}

/**
 * For routes whose body is read by its fields' own declarations, which know the exact errors: the schema then only
 * describes.
 */
export const withoutValidation = { validatorCompiler: () => () => true };
