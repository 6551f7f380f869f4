import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EXIT, Failure } from './failure.js';

/** The settings of an integration, named like the environment variables. Specification section 5. */
export const VARIABLES = [
  'SVC_API_KEY',
  'SVC_PROGRAM_ID',
  'PROCESSOR_CONNECTED_ACCOUNT_ID',
  'SVC_BASE_URL',
] as const;

/** All that is read: those, and what only commands for building on svc need. */
const READ_VARIABLES = [...VARIABLES, 'SVC_MANAGEMENT_KEY'] as const;

export type Variables = Partial<Record<(typeof READ_VARIABLES)[number], string>>;

export const ENV_FILE = '.svc/.env';

/** How to reach the service. */
export interface Connection {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly apiKey: string;
}

const LINE = /^\s*(?:export\s+)?([A-Z_]+)\s*=\s*(.*?)\s*$/;

/** The variables in the text of an env file, without empty ones. */
export function parseVariables(text: string): Variables {
  const found: Variables = {};
  for (const line of text.split(/\r?\n/)) {
    const [, name, raw = ''] = LINE.exec(line) ?? [];
    const known = READ_VARIABLES.find((variable) => variable === name);
    const quoted = /^(["'])(.*)\1/.exec(raw);
    const value = quoted === null ? raw.replace(/(^|\s+)#.*$/, '') : (quoted[2] ?? '');
    if (known !== undefined && value !== '') found[known] = value;
  }
  return found;
}

/** Sets a variable in the text of an env file, replacing an existing one. */
export function setVariable(text: string, name: (typeof VARIABLES)[number], value: string): string {
  const line = `${name}=${value}`;
  const lines = text.split('\n');
  const index = lines.findIndex((one) => LINE.exec(one)?.[1] === name);
  if (index !== -1) return lines.with(index, line).join('\n');
  return `${text.replace(/([^\n])$/, '$1\n')}${line}\n`;
}

/** The variables of `.svc/.env` in this folder and of the environment, which takes precedence. Contract section 6. */
export async function readVariables(
  folder: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Variables> {
  const text = await readTextIfThere(join(folder, ENV_FILE));
  const found = text === null ? {} : parseVariables(text);
  for (const name of READ_VARIABLES) {
    const value = environment[name]?.trim();
    if (value) found[name] = value;
  }
  return found;
}

/** The address and key for requests. */
export function connectionOf(variables: Variables): Connection {
  const { SVC_API_KEY: apiKey, SVC_BASE_URL: address } = variables;
  if (apiKey === undefined || address === undefined) {
    const missing = apiKey === undefined ? 'SVC_API_KEY' : 'SVC_BASE_URL';
    throw new Failure(
      `${missing} is missing: neither ${ENV_FILE} in this folder nor the environment has it`,
      'Run svc init here, or change to the folder where it was run.',
    );
  }
  const problem = problemOfKey(apiKey) ?? problemOfBaseUrl(address);
  if (problem !== undefined) throw new Failure(problem, `Correct it in ${ENV_FILE}, or run svc init.`);
  return { apiKey, baseUrl: trimBaseUrl(address) };
}

/** Why an address of the service is invalid; undefined if it is valid. */
export function problemOfBaseUrl(text: string | undefined): string | undefined {
  const url = text !== undefined && URL.canParse(text) ? new URL(text) : null;
  const isHttp = url?.protocol === 'https:' || url?.protocol === 'http:';
  if (isHttp && `${url.username}${url.password}${url.search}${url.hash}` === '') return undefined;
  return 'The address of the service must be like https://svc.example.com';
}

/** Why an API key is invalid (it must fit into a header and a line of an env file); undefined if it is valid. */
export function problemOfKey(text: string | undefined): string | undefined {
  if (!text) return 'The API key is missing';
  return /^[!-~]+$/.test(text) && !/["'#]/.test(text) ? undefined : 'The API key contains invalid characters';
}

/** Why a program id is invalid; undefined if it is valid. */
export function problemOfProgramId(text: string): string | undefined {
  return /^[0-9]+$/.test(text) ? undefined : 'The program id must be a number';
}

export function trimBaseUrl(address: string): string {
  return new URL(address).href.replace(/\/+$/, '');
}

/** A masked key: enough to recognise it, too little to use it. */
export function maskKey(apiKey: string): string {
  return apiKey.length < 12 ? '…' : `…${apiKey.slice(-4)}`;
}

/** The text of a file; null if it does not exist. Throws a `Failure` if it cannot be read. */
export async function readTextIfThere(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    throw fileFailure(path, 'read', error);
  }
}

/** A file that cannot be read or written. */
export function fileFailure(path: string, verb: 'read' | 'written', error: unknown): Failure {
  const { code, message } = error as NodeJS.ErrnoException;
  return new Failure(
    `${path} cannot be ${verb} (${code ?? message})`,
    'Check that the folder is yours and that .svc in it is a folder; then repeat the command.',
  );
}

/** The command was called in a way that cannot work. */
export function wrongUse(message: string, fix: string): Failure {
  return new Failure(message, fix, EXIT.wrongUse);
}
