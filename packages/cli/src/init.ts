import { join } from 'node:path';
import type { CliStatusAnswer } from '@svc/contract';
import type { Context } from './context.js';
import { Failure } from './failure.js';
import { detectFrameworks, type Framework } from './frameworks.js';
import {
  closeToOthers,
  type FileState,
  fileState,
  type GeneratedFile,
  ignoreInGit,
  isTrackedByGit,
  sign,
  writeWhole,
} from './generated-files.js';
import { SECTIONS, writeGuide } from './guide.js';
import { installCommandOf } from './manifest.js';
import { describeCommission } from './money.js';
import { runnable } from './runnable.js';
import { createService } from './service.js';
import {
  type Connection,
  ENV_FILE,
  maskKey,
  parseVariables,
  problemOfBaseUrl,
  problemOfKey,
  problemOfProgramId,
  readTextIfThere,
  readVariables,
  trimBaseUrl,
  VARIABLES,
  type Variables,
  wrongUse,
} from './settings.js';

export interface InitOptions {
  readonly baseUrl?: string;
  readonly apiKey?: string;
  readonly programId?: string;
  readonly yes?: boolean;
}

/** What `svc init --json` prints. */
export interface InitReport {
  readonly ok: true;
  readonly program: { readonly id: number; readonly name: string };
  /** `kept`: a person has changed it. */
  readonly files: readonly { readonly path: string; readonly state: 'written' | 'kept' }[];
  readonly frameworks: readonly Framework[];
  /** What to do next, as `svc status` says it. */
  readonly next_step: CliStatusAnswer['next_step'];
}

interface Checked {
  readonly connection: Connection;
  readonly status: CliStatusAnswer;
}

const SECRET_MODE = 0o600;
const PUBLIC_MODE = 0o644;

/**
 * `svc init`: checks the key, then writes the folder `.svc`. Writes nothing until the key is valid and every question is
 * answered. Specification section 1 point 7, contract section 6.
 */
export async function init(context: Context, options: InitOptions): Promise<InitReport> {
  const { terminal, folder } = context;
  const known = await readVariables(folder, context.environment);
  terminal.start('svc init');
  const isAsking = terminal.isInteractive && options.yes !== true;
  const { connection, status } = isAsking
    ? await askUntilRight(context, options, known)
    : await checkGiven(context, options, known);
  const { program } = status;
  terminal.done(
    `${program.name}, program ${program.id}\n` +
      `${program.domain} · ${describeCommission(program.commission, program.currency)} · ${program.cookie_window_days} days`,
  );
  const frameworks = await detectFrameworks(folder);
  const files = await filesOf(context, { connection, status }, frameworks);
  const plan = await planOf(context, files, isAsking);
  await writeFiles(context, plan);
  const titles = frameworks.map((framework) => SECTIONS[framework].title);
  if (titles.length > 0) terminal.info(`Found here: ${titles.join(', ')}. The guide starts with it.`);
  await warnOfOtherValues(context, { connection, status });
  terminal.info(
    'Next:\n1. Hand .svc/AGENTS.md to your coding agent, or follow it yourself\n' +
      `2. ${runnable('svc test lead', context)}   sends a test click and a test lead, and shows that they arrive\n` +
      `3. ${runnable('svc status', context)}      says what is still to do`,
  );
  terminal.end('Done.');
  return {
    ok: true,
    program: { id: program.id, name: program.name },
    files: plan.map(({ file, isKept }) => ({ path: file.path, state: isKept ? 'kept' : 'written' })),
    frameworks,
    next_step: status.next_step,
  };
}

/** For scripts: every value must be given. */
async function checkGiven(context: Context, options: InitOptions, known: Variables): Promise<Checked> {
  const apiKey = options.apiKey ?? known.SVC_API_KEY;
  const baseUrl = options.baseUrl ?? known.SVC_BASE_URL;
  const missing = [...(baseUrl ? [] : ['--base-url']), ...(apiKey ? [] : ['--api-key (or SVC_API_KEY)'])];
  if (!apiKey || !baseUrl) {
    throw wrongUse(
      `Missing: ${missing.join(' and ')}`,
      'Run svc init --yes --base-url https://svc.example.com --api-key KEY, or svc init alone in a terminal, which asks.',
    );
  }
  return checkConnection(context, usable(baseUrl, apiKey, options.programId), options.programId);
}

/** For people: asks for missing values, and again if the service refuses them. */
async function askUntilRight(context: Context, options: InitOptions, known: Variables): Promise<Checked> {
  const { terminal } = context;
  let given = options;
  for (;;) {
    const baseUrl = given.baseUrl ?? (await askBaseUrl(context, known));
    const apiKey = given.apiKey ?? (await askKey(context, known));
    const connection = usable(baseUrl, apiKey, given.programId);
    try {
      return await checkConnection(context, connection, given.programId);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      terminal.warn(`${error.message}\n${error.fix}`);
      // The address or the key from the command line may be wrong, so ask for them too.
      const { baseUrl: _baseUrl, apiKey: _apiKey, ...rest } = options;
      given = rest;
    }
  }
}

/** A given value, if it is valid. */
function usable(baseUrl: string, apiKey: string, programId: string | undefined): Connection {
  const problem =
    problemOfBaseUrl(baseUrl) ??
    problemOfKey(apiKey) ??
    (programId === undefined ? undefined : problemOfProgramId(programId));
  if (problem !== undefined) throw wrongUse(problem, 'svc init --help shows what each option takes.');
  return { apiKey, baseUrl: trimBaseUrl(baseUrl) };
}

function askBaseUrl({ terminal }: Context, known: Variables): Promise<string> {
  return terminal.ask({
    message: 'Where is the service?',
    placeholder: 'https://svc.example.com',
    initialValue: known.SVC_BASE_URL,
    problemOf: problemOfBaseUrl,
  });
}

async function askKey({ terminal }: Context, known: Variables): Promise<string> {
  const held = known.SVC_API_KEY;
  const answer = await terminal.askSecret({
    message: `The API key of the program${held === undefined ? '' : ` (Enter: keep the one ending in ${maskKey(held)})`}`,
    problemOf: (typed) => (held !== undefined && !typed ? undefined : problemOfKey(typed?.trim())),
  });
  return answer || (held ?? '');
}

async function checkConnection(
  context: Context,
  connection: Connection,
  programId?: string,
): Promise<Checked> {
  const service = createService(connection);
  const status = await context.terminal.waiting('Asking the service about this key', () => service.status());
  const { id, name } = status.program;
  if (programId !== undefined && Number(programId) !== id) {
    throw new Failure(
      `The key belongs to program ${id} (${name}), not to program ${programId}`,
      `Take the key of program ${programId}, or leave --program-id out.`,
    );
  }
  return { connection, status };
}

async function filesOf(
  context: Context,
  { connection, status }: Checked,
  frameworks: readonly Framework[],
): Promise<GeneratedFile[]> {
  const programId = String(status.program.id);
  const held = parseVariables((await readTextIfThere(join(context.folder, ENV_FILE))) ?? '');
  // Another program's account may belong to someone else.
  const heldAccount = held.SVC_PROGRAM_ID === programId ? held.PROCESSOR_CONNECTED_ACCOUNT_ID : undefined;
  const values = {
    SVC_API_KEY: connection.apiKey,
    SVC_PROGRAM_ID: programId,
    PROCESSOR_CONNECTED_ACCOUNT_ID: status.statistics.payments.processorAccountId ?? heldAccount ?? '',
    SVC_BASE_URL: connection.baseUrl,
  };
  const install = await installCommandOf(context.folder);
  const facts = { status, baseUrl: connection.baseUrl, frameworks, install };
  const guide = sign(await writeGuide(facts), 'markdown');
  const secret = '# Secret: .gitignore keeps this file out of version control.\n';
  const example = '# The variables of .svc/.env, for those who set it up elsewhere: svc init writes it.\n';
  return [
    { path: ENV_FILE, text: sign(secret + envLines(values), 'env'), mode: SECRET_MODE },
    {
      path: '.svc/.env.example',
      text: sign(
        example + envLines({ ...values, SVC_API_KEY: '', PROCESSOR_CONNECTED_ACCOUNT_ID: '' }),
        'env',
      ),
      mode: PUBLIC_MODE,
    },
    { path: '.svc/AGENTS.md', text: guide, mode: PUBLIC_MODE },
    { path: '.svc/skills.md', text: guide, mode: PUBLIC_MODE },
  ];
}

function envLines(values: Record<(typeof VARIABLES)[number], string>): string {
  return VARIABLES.map((name) => `${name}=${values[name]}\n`).join('');
}

interface Planned {
  readonly file: GeneratedFile;
  readonly state: FileState;
  readonly isKept: boolean;
}

/** Asks about files that a person has changed; keeps them if there is no one to ask. */
async function planOf(context: Context, files: GeneratedFile[], isAsking: boolean): Promise<Planned[]> {
  const plan: Planned[] = [];
  for (const file of files) {
    const state = await fileState(context.folder, file);
    const isKept =
      state === 'theirs' &&
      (!isAsking ||
        (await context.terminal.choose(`${file.path} was changed by hand`, [
          { value: 'keep', label: 'Keep it as it is' },
          { value: 'replace', label: 'Replace it', hint: 'what was changed is lost' },
        ])) === 'keep');
    plan.push({ file, state, isKept });
  }
  return plan;
}

async function writeFiles({ terminal, folder }: Context, plan: readonly Planned[]): Promise<void> {
  // Before the secret is written.
  if (await ignoreInGit(folder, ENV_FILE)) terminal.done(`Added ${ENV_FILE} to .gitignore`);
  const words = { missing: 'Wrote', ours: 'Renewed', theirs: 'Replaced', same: 'Already right:' } as const;
  const lines: string[] = [];
  for (const { file, state, isKept } of plan) {
    if (isKept) {
      terminal.warn(`Kept ${file.path}: it was changed by hand. To have it new, delete it and repeat this.`);
      if (file.mode === SECRET_MODE) await closeToOthers(join(folder, file.path));
      continue;
    }
    // Written even if it is the same: a copy or a checkout may have changed its mode.
    await writeWhole(join(folder, file.path), file.text, file.mode);
    lines.push(`${words[state]} ${file.path}`);
  }
  if (lines.length > 0) terminal.done(lines.join('\n'));
  if (await isTrackedByGit(folder, ENV_FILE)) {
    terminal.warn(
      `Git tracks ${ENV_FILE}, so .gitignore does not keep the key out of it.\n` +
        `Run git rm --cached ${ENV_FILE} and commit. A key that was committed is to be replaced with a new one.`,
    );
  }
}

/** Warns if the other commands will use other settings than those checked here. */
async function warnOfOtherValues(context: Context, { connection, status }: Checked): Promise<void> {
  const used = await readVariables(context.folder, context.environment);
  const checked: Variables = {
    SVC_API_KEY: connection.apiKey,
    SVC_PROGRAM_ID: String(status.program.id),
    SVC_BASE_URL: connection.baseUrl,
  };
  const others = VARIABLES.filter((name) => checked[name] !== undefined && used[name] !== checked[name]);
  if (others.length > 0) {
    context.terminal.warn(
      `${others.join(', ')}: ${ENV_FILE} or the environment has another value than the one just checked.\n` +
        'The other commands use that one. Correct it there, or delete the file and repeat this.',
    );
  }
}
