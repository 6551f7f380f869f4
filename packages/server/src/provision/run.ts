import type { ClientBase } from 'pg';
import type { ProgramEvent } from '../events/append-events.js';
import type { AuditEntry, Change, Place } from '../operations/change.js';
import { type Json, type Memory, openMemory } from './memory.js';

/** What a provision file is made of, as its report counts it. */
export const KINDS = [
  'workspaces',
  'users',
  'members',
  'processor connections',
  'programs',
  'API keys',
  'origins',
  'minimum payouts',
  'commission rules',
  'partners',
  'enrollments',
  'links',
] as const;

export type Kind = (typeof KINDS)[number];
/** `kept`: something of it was left as a person changed it, and nothing else was to be done. */
export type Outcome = 'created' | 'updated' | 'unchanged' | 'kept';

/** Something that was left as it is, because it was changed after a provision file had set it. */
export interface Kept {
  readonly workspace: string;
  readonly program: string | null;
  /** The object's place in the file. */
  readonly path: string;
  /** null: the object itself, which was removed. */
  readonly field: string | null;
  readonly current: Json;
  readonly wanted: Json;
}

/** A program, for what belongs to it; `where` has the names of the file. */
export interface ProgramPlace {
  readonly workspaceId: number;
  readonly programId: number;
  readonly where: Pick<Kept, 'workspace' | 'program'>;
}

/** What applying a file did. A key that was generated is only here: the database has its hash. */
export interface ProvisionReport {
  readonly counts: Readonly<Record<Kind, Record<Outcome, number>>>;
  readonly programs: readonly {
    readonly workspace: string;
    readonly name: string;
    readonly id: number;
    /** The key generated for it, if one was. */
    readonly apiToken: string | null;
  }[];
  readonly kept: readonly Kept[];
}

/** Hashes passwords, as the sign-in library stores them. */
export interface Passwords {
  readonly hash: (password: string) => Promise<string>;
}

export interface RunOptions {
  readonly passwords: Passwords;
  /** Overwrites what was changed since, and makes again what was removed or ended. Contract-2, 7.1. */
  readonly isForced: boolean;
}

/** One attempt to apply a file: inside a transaction, with what it has done so far and what it had to refuse. */
export interface Run extends RunOptions {
  readonly client: ClientBase;
  readonly memory: Memory;
  readonly counts: Record<Kind, Record<Outcome, number>>;
  readonly programs: ProvisionReport['programs'][number][];
  readonly problems: string[];
  readonly kept: Kept[];
  /** In the order in which things happened. */
  readonly entries: AuditEntry[];
  readonly events: ProgramEvent[];
  /** Programs in which a rule got a new version. */
  readonly ruledPrograms: Set<number>;
  /** By table and id: which entry of the file stands for a row, and its place. */
  readonly claims: Map<string, { readonly key: string; readonly path: string }>;
}

/** A run that has done nothing yet, and keeps others waiting until its transaction ends. */
export async function startRun(client: ClientBase, options: RunOptions): Promise<Run> {
  const none = () => ({ created: 0, updated: 0, unchanged: 0, kept: 0 });
  const counts = Object.fromEntries(KINDS.map((kind) => [kind, none()])) as Run['counts'];
  const memory = await openMemory(client);
  return {
    client,
    ...options,
    memory,
    counts,
    programs: [],
    problems: [],
    kept: [],
    entries: [],
    events: [],
    ruledPrograms: new Set(),
    claims: new Map(),
  };
}

/** Notes what a change came to, as an action in a place; gives its answer. */
export function record<Answer>(
  run: Run,
  action: string,
  place: Place,
  { answer, entries, events = [] }: Change<Answer>,
): Answer {
  run.entries.push(...entries.map((entry) => ({ action, place, ...entry })));
  run.events.push(...events);
  return answer;
}
