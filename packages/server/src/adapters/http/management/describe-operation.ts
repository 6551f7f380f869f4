import { type ErrorCode, LongJobAnswer, responsesOf } from '@svc/contract';
import type { FastifySchema } from 'fastify';
import Type, { type TObject } from 'typebox';
import { LIST_FORMATS } from '../../../operations/list-file.js';
import type { Operation } from '../../../operations/operation.js';
import { AS_PARTNER, isOpenToKeys } from './access.js';

const FILE_ANSWERS = {
  'text/csv': { description: 'The rows as a file', content: { 'text/csv': { schema: Type.String() } } },
  'application/pdf': {
    description: 'The file',
    content: { 'application/pdf': { schema: Type.String({ format: 'binary' }) } },
  },
  'application/octet-stream': {
    description: 'The file, with the type that it has',
    content: { 'application/octet-stream': { schema: Type.String({ format: 'binary' }) } },
  },
};

/** A page, or all rows as a file. */
function listAnswer({ output }: Operation) {
  const files = Object.entries(LIST_FORMATS).map(([format, type]) => [
    type,
    { schema: format === 'xlsx' ? Type.String({ format: 'binary' }) : Type.String() },
  ]);
  const content = { 'application/json': { schema: output }, ...Object.fromEntries(files) };
  return { description: 'The answer, or all of its rows as a file', content };
}

/** What /openapi.json says of an operation. */
export function describeOperation(operation: Operation): FastifySchema & { readonly operationId: string } {
  const { name, method, path, summary, takesInput, inputHeaders = {}, input } = operation;
  const names = [...path.matchAll(/:(\w+)/g)].map(([, param]) => String(param));
  const headers = [
    ...Object.entries(inputHeaders).map(([field, header]) => [header, input.properties[field]]),
    ...(takesIdempotencyKey(operation) ? [['Idempotency-Key', IDEMPOTENCY_KEY]] : []),
  ];
  const query = [
    ...Object.entries(input.properties).filter(([field]) => inputHeaders[field] === undefined),
    ...(isViewable(operation) ? [[AS_PARTNER, AS_PARTNER_QUERY]] : []),
  ];
  const sends = { headers: headers.length > 0, query: method === 'GET' && query.length > 0 };
  return {
    operationId: name,
    tags: [isForPartners(path) ? 'partner' : 'dashboard'],
    security: securityOf(operation),
    summary,
    ...(names.length > 0 && {
      params: Type.Object(Object.fromEntries(names.map((param) => [param, Type.String()]))),
    }),
    ...(sends.headers && { headers: Type.Object(Object.fromEntries(headers)) }),
    ...(sends.query && { querystring: Type.Object(Object.fromEntries(query)) }),
    ...(takesInput && method !== 'GET' && method !== 'DELETE' && { body: input as TObject }),
    response: {
      ...responsesOf(operation.output, errorsOf(operation, names.length > 0)),
      ...(operation.file !== undefined && { 200: FILE_ANSWERS[operation.file] }),
      ...(operation.readPart !== undefined && { 200: listAnswer(operation) }),
      ...(operation.long !== undefined && { 202: LongJobAnswer }),
    },
  };
}

const IDEMPOTENCY_KEY = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: 255,
    description:
      'Names the request. Within 24 hours, the same request with the same key changes nothing more and gets the first response, with the header `Idempotent-Replayed: true`.',
  }),
);

const AS_PARTNER_QUERY = Type.Optional(
  Type.String({
    description:
      'The id of a partner. A member of the team who may manage partners gets what this partner does; nothing can be changed with it.',
  }),
);

/** Whether members of the team may see what it shows a partner. */
function isViewable({ method, permission, isPrivate }: Operation): boolean {
  return permission === 'partner' && method === 'GET' && isPrivate !== true;
}

/** Whether an operation writes in a workspace by POST. */
function takesIdempotencyKey({ method, permission }: Operation): boolean {
  return method === 'POST' && permission !== 'anyone' && permission !== 'session';
}

function securityOf(operation: Operation): Record<string, string[]>[] {
  if (operation.permission === 'anyone') return [{}];
  return isOpenToKeys(operation) ? [{ session: [] }, { managementKey: [] }] : [{ session: [] }];
}

function errorsOf(operation: Operation, hasParams: boolean) {
  const { method, path, permission, alsoNeeds, takesInput, errors = [], refusals } = operation;
  const codes: ErrorCode[] = [...errors];
  if (alsoNeeds !== undefined) codes.push('permission_missing');
  if (takesInput) codes.push('field_required', 'field_invalid');
  if (method !== 'GET') codes.push('json_invalid', 'body_not_object', 'origin_not_allowed');
  if (takesIdempotencyKey(operation)) codes.push('idempotency_key_reused', 'idempotency_in_progress');
  if (permission !== 'anyone') codes.push('authentication_required');
  if (isOpenToKeys(operation)) codes.push('api_key_unknown', 'rate_limited');
  if (operation.long !== undefined) codes.push('rate_limited');
  if (operation.long !== undefined || operation.maxBodyBytes !== undefined) codes.push('work_queue_full');
  if (isForMembers(path)) codes.push('two_factor_required');
  if (isViewable(operation)) codes.push('two_factor_required', 'field_invalid');
  if (permission === 'partner' && method !== 'GET') codes.push('portal_read_only');
  if (refusals !== undefined) {
    codes.push(refusals.malformed, refusals.forbidden, refusals.unknown, refusals.failure);
  } else if (hasParams) {
    codes.push('not_found');
  }
  return codes;
}

/** Whether an operation concerns a workspace, and so its members only. */
function isForMembers(path: string): boolean {
  return /^\/api\/(programs|workspaces|tracking)\//.test(path);
}

function isForPartners(path: string): boolean {
  return path.startsWith('/api/partner/') || path.startsWith('/api/public/');
}
