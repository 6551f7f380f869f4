import type { ManagementKey } from '../../../features/management-keys/find-management-key.js';
import type { Operation } from '../../../operations/operation.js';
import { isRead } from '../../../operations/run-operation.js';
import { isOpenToKeys } from '../management/access.js';
import type { Arguments, Tool } from './tool.js';
import { sortTools, TOOL_GROUPS } from './tool-groups.js';

/** The arguments of a call are incomplete, or ones that the tool does not have; the message says which. */
export class ArgumentError extends Error {}

const IDEMPOTENCY_KEY = {
  idempotency_key: {
    type: 'string',
    description:
      'The same key with the same arguments within 24 hours changes nothing and gives the first answer.',
  },
};

/**
 * Every operation that a key allows, as a tool: reads first, then writes, of each the most used first. The workspace is the key's, and so is the program where
 * the key is bound to one. Contract 2 section 17.
 */
export function toolsFor(
  key: Pick<ManagementKey, 'workspaceId' | 'programId' | 'permissions'>,
  operations: readonly Operation[],
): readonly Tool[] {
  const known: Record<string, string> = { workspaceId: String(key.workspaceId) };
  if (key.programId !== null) known.programId = String(key.programId);
  const allowed = operations.filter(
    (operation) =>
      isOpenToKeys(operation) &&
      missingPermission(key, operation) === undefined &&
      (key.programId === null || paramsOf(operation.path).includes('programId')),
  );
  const tools = allowed.map((operation) => toolOf(operation, known));
  return sortTools([...explainTool(allowed, known), ...tools].map(refusingUnknownArguments));
}

/** Why a key is not offered a tool. */
export function whyNotOffered(
  name: string,
  key: Pick<ManagementKey, 'programId' | 'permissions'>,
  operations: readonly Operation[],
): string {
  const operation = operations.find((one) => one.name === (name === 'explain' ? 'explainSale' : name));
  if (operation === undefined) return `There is no tool ${name}`;
  if (!isOpenToKeys(operation)) return `${name} is for people who are signed in, not for management keys`;
  const missing = missingPermission(key, operation);
  if (missing === undefined)
    return `${name} is not among the tools of this session, which has one program or only some groups of tools (${TOOL_GROUPS})`;
  return `${name} needs the permission ${missing}, which this management key does not have`;
}

/** Returns the first permission that an operation needs and a key lacks; undefined: the key has all of them. */
function missingPermission(
  { permissions }: Pick<ManagementKey, 'permissions'>,
  { permission, alsoNeeds = [] }: Operation,
): string | undefined {
  return [permission, ...alsoNeeds].find((needed) => !(permissions as readonly string[]).includes(needed));
}

/** A misspelt argument is not to be taken for one that was left out. */
function refusingUnknownArguments(tool: Tool): Tool {
  const { name, inputSchema, requestOf } = tool;
  return {
    ...tool,
    requestOf(given) {
      const known = Object.keys(inputSchema.properties);
      const unknown = Object.keys(given).find((argument) => !known.includes(argument));
      if (unknown === undefined) return requestOf(given);
      throw new ArgumentError(`${name} has no argument ${unknown}; it takes: ${known.join(', ') || 'none'}`);
    },
  };
}

/** Parameters of paths that are not numbers. One type each: some models refuse a list of types. */
const TEXT_PARAMS = ['/:month', '/:host', 'processor-events/:id'];

function nounOf(path: string): string {
  return /^\/api\/\w+\/:\w+\/([^/]+)/.exec(path)?.[1] ?? '';
}

function paramsOf(path: string): string[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name]) => String(name));
}

function toolOf(operation: Operation, known: Readonly<Record<string, string>>): Tool {
  const { name, method, path, summary, preview, file, input, takesInput, inputHeaders = {} } = operation;
  const params = paramsOf(path).filter((param) => known[param] === undefined);
  // An agent reads pages: files are for people and programs.
  const { format, bom, ...paged } = input.properties as Record<string, object>;
  const inFull = operation.readPart === undefined && format !== undefined ? { format } : {};
  const fields = takesInput ? { ...paged, ...inFull } : {};
  const isQuery = method === 'GET';
  const description = [
    `${summary}.`,
    isRead(operation) ? 'Only reads.' : 'Changes data.',
    ...(file === undefined ? [] : ['Gives a CSV file.']),
    ...(preview === undefined ? [] : [`Call ${preview} first, and show what it would change.`]),
  ].join(' ');
  return {
    name,
    noun: nounOf(path),
    description,
    inputSchema: {
      type: 'object',
      properties: {
        ...Object.fromEntries(params.map((param) => [param, schemaOfParam(path, param)])),
        ...fields,
        ...(method === 'POST' && !isRead(operation) && IDEMPOTENCY_KEY),
      },
      required: [...params, ...(takesInput ? (input.required ?? []) : [])],
      additionalProperties: false,
    },
    annotations: annotationsOf(operation),
    requestOf(given) {
      const { idempotency_key: idempotencyKey, ...rest } = given;
      const inHeaders = Object.entries(inputHeaders).map(([field, header]) => [header, text(given[field])]);
      const sent = Object.entries(rest).filter(
        ([field]) => !params.includes(field) && inputHeaders[field] === undefined,
      );
      const headers = Object.fromEntries(inHeaders.filter(([, value]) => value !== ''));
      if (idempotencyKey !== undefined) headers['idempotency-key'] = text(idempotencyKey);
      const url = fillPath(path, { ...given, ...known });
      if (!isQuery) return { method, url, headers, body: Object.fromEntries(sent) };
      const asked = sent.filter(([, value]) => value !== null && value !== undefined);
      const query = new URLSearchParams(
        Object.fromEntries(asked.map(([field, value]) => [field, text(value)])),
      );
      return { method, url: query.size === 0 ? url : `${url}?${query}`, headers, body: null };
    },
  };
}

function annotationsOf(operation: Operation): Tool['annotations'] {
  const { summary, method } = operation;
  return {
    title: summary,
    readOnlyHint: isRead(operation),
    // An agent should ask before it does anything that people or money notice, and every write may be noticed.
    destructiveHint: !isRead(operation),
    idempotentHint: method === 'PUT' || method === 'PATCH',
    openWorldHint: false,
  };
}

function schemaOfParam(path: string, param: string): object {
  const isText = TEXT_PARAMS.some((text) => path.includes(text) && text.endsWith(`:${param}`));
  return param === 'programId'
    ? { type: 'integer', description: 'Id of the program; listPrograms has them.' }
    : { type: isText ? 'string' : 'integer', description: 'Id, as lists give it.' };
}

/** `explain`: one name for why a sale or a commission earned what it did, because that is what people ask most. */
function explainTool(allowed: readonly Operation[], known: Readonly<Record<string, string>>): Tool[] {
  const sale = allowed.find(({ name }) => name === 'explainSale');
  const commission = allowed.find(({ name }) => name === 'explainCommission');
  if (sale === undefined || commission === undefined) return [];
  const [ofSale, ofCommission] = [toolOf(sale, known), toolOf(commission, known)];
  const { programId } = ofSale.inputSchema.properties;
  return [
    {
      ...ofSale,
      name: 'explain',
      description:
        'Why a sale or a commission earned what it did: click, credit, rule, amounts, refunds, in order. Only reads.',
      inputSchema: {
        type: 'object',
        properties: {
          ...(programId !== undefined && { programId }),
          sale_id: {
            type: 'integer',
            description:
              'The id of a sale, not its transaction_id: listSales with transaction_id gives it. Either this or commission_id.',
          },
          commission_id: { type: 'integer', description: 'Of listCommissions. Either this or sale_id.' },
        },
        required: programId === undefined ? [] : ['programId'],
        additionalProperties: false,
      },
      requestOf({ sale_id: saleId, commission_id: commissionId, ...rest }) {
        if ((saleId === undefined) === (commissionId === undefined))
          throw new ArgumentError('Give either sale_id or commission_id, and not both');
        return saleId === undefined
          ? ofCommission.requestOf({ ...rest, id: commissionId })
          : ofSale.requestOf({ ...rest, id: saleId });
      },
    },
  ];
}

function fillPath(path: string, values: Arguments): string {
  return path.replace(/:(\w+)/g, (_, name: string) => {
    const value = text(values[name]);
    if (value === '') throw new ArgumentError(`${name} is required`);
    return encodeURIComponent(value);
  });
}

function text(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
