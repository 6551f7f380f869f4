import { EXIT, Failure } from '../failure.js';
import { EXPECT_FIELDS, type Expectation, readExpectation } from './expectation.js';
import type { Names } from './names.js';
import { type Problems, type Reader, readObject } from './reader.js';
import { type PlacedStep, readStep } from './steps.js';

/** A scenario, read and checked. What goes to the service is as the file has it, in the service's own words. */
export interface Scenario {
  readonly name: string;
  /** When it begins, in epoch milliseconds. */
  readonly nowMs: number;
  /** As in a provision file, without the codes of its partners. */
  readonly program: Readonly<Record<string, unknown>>;
  /** `https://…`, where its visitors click. */
  readonly origin: string;
  readonly codes: readonly ScenarioCode[];
  readonly steps: readonly PlacedStep[];
  /** What the books must say in the end; null: nothing. */
  readonly expect: Expectation | null;
}

export interface ScenarioCode {
  readonly path: string;
  /** Of the partner. */
  readonly email: string;
  readonly body: Readonly<Record<string, unknown>>;
}

const DEFAULT_DOMAIN = 'acme.test';
const MOST_PROBLEMS = 20;

/** Reads the text of a scenario file. Throws a `Failure` that lists everything that is wrong with it. */
export function readScenario(text: string, file: string): Scenario {
  const problems: Problems = [];
  const scenario = readFields(parse(text, file), file, problems);
  if (scenario !== null && problems.length === 0) return scenario;
  throw refused(file, problems);
}

/** A scenario that is refused. */
export function refused(file: string, problems: readonly string[]): Failure {
  const shown = problems.slice(0, MOST_PROBLEMS);
  const more = problems.length > shown.length ? [`and ${problems.length - shown.length} more`] : [];
  return new Failure(
    [`${file} is not a usable scenario:`, ...shown, ...more].join('\n'),
    'Correct it, and run it again. docs/cli.md describes every field.',
    EXIT.wrongUse,
  );
}

function parse(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw refused(file, [`it is not JSON: ${(error as Error).message}`]);
  }
}

function readFields(value: unknown, file: string, problems: Problems): Scenario | null {
  const fields = readObject(value, '', ['name', 'now', 'program', 'steps', 'expect'], problems);
  if (fields === null) return null;
  const program = fields.object('program', null, 'required');
  const partners = program?.list('partners', null, 'required') ?? [];
  const names: Names = {
    partners: new Set(partners.flatMap((partner) => partner.text('email', 'required')?.toLowerCase() ?? [])),
    clicks: new Set(),
    payments: new Set(),
    subscriptions: new Set(),
  };
  const name = fields.text('name') ?? file;
  const nowMs = fields.time('now', 'required');
  const steps = fields.list('steps', null, 'required').flatMap((step) => readStep(step, names) ?? []);
  const expect = fields.object('expect', EXPECT_FIELDS);
  const domain = program?.text('domain') ?? DEFAULT_DOMAIN;
  return {
    name,
    nowMs: nowMs ?? 0,
    program: { ...program?.values, ...programOf(name, domain, program), partners: partners.map(partnerOf) },
    origin: originOf(program, domain),
    codes: partners.flatMap(codesOf),
    steps,
    expect: expect === undefined ? null : readExpectation(expect, names),
  };
}

/** What a scenario need not say about its program. */
function programOf(name: string, domain: string, program: Reader | undefined) {
  return {
    domain,
    ...(program?.has('name') !== true && { name }),
    ...(program?.has('allowed_origins') !== true && { allowed_origins: [`https://${domain}`] }),
  };
}

function originOf(program: Reader | undefined, domain: string): string {
  const origins: unknown = program?.values.allowed_origins;
  return Array.isArray(origins) && typeof origins[0] === 'string' ? origins[0] : `https://${domain}`;
}

function partnerOf({ values }: Reader): Readonly<Record<string, unknown>> {
  const { codes: _, ...partner } = values;
  return { status: 'approved', ...partner };
}

function codesOf(partner: Reader): readonly ScenarioCode[] {
  const email = String(partner.values.email);
  return partner.list('codes', ['code', 'processor_ids']).flatMap((code) => {
    code.text('code', 'required');
    return { path: code.path, email, body: code.values };
  });
}
