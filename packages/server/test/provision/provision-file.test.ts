import { describe, expect, test } from 'vitest';
import { ProvisionError, parseProvisionFile } from '../../src/provision/index.js';
import { exampleFile, type Names } from './provision-support.js';

const NAMES: Names = {
  workspace: 'Acme',
  email: 'owner@acme.test',
  account: 'acct_1Acme',
  token: 'svc_test_acme',
  shortLink: 'jane',
};

// biome-ignore lint/suspicious/noExplicitAny: any part of the file
type Part = any;

/** The problems of the example after a change. */
function problemsAfter(change: (file: Part, workspace: Part, program: Part, partner: Part) => void) {
  const file = exampleFile(NAMES);
  const [workspace] = file.workspaces;
  const [program] = workspace.programs;
  change(file, workspace, program, program.partners[0]);
  return problemsOf(JSON.stringify(file));
}

function problemsOf(text: string): readonly string[] {
  try {
    parseProvisionFile(text);
  } catch (error) {
    if (error instanceof ProvisionError) return error.problems;
    throw error;
  }
  return [];
}

const PROGRAM = 'workspaces[0].programs[0]';
const PARTNER = `${PROGRAM}.partners[0]`;

describe('a file that is accepted', () => {
  test("the contract's example, as it stands there", () => {
    const { workspaces } = parseProvisionFile(JSON.stringify(exampleFile(NAMES)));
    expect(workspaces[0]?.programs[0]).toMatchObject({
      name: 'Acme Partners',
      currency: 'USD',
      cookie_window_days: 60,
      hold_days: 30,
      apiToken: 'svc_test_acme',
      commission: { type: 'percent', basis_points: 2000, duration_months: null },
      partners: [{ commission: { type: 'flat', amount_cents: 500, duration_months: null } }],
    });
    expect(workspaces[0]?.processor?.connected_at).toEqual(new Date('2026-01-05T10:00:00Z'));
  });

  test('what the contract lets out may be left out', () => {
    const problems = problemsAfter((_file, workspace, program, partner) => {
      delete workspace.processor;
      delete workspace.links;
      delete program.currency;
      delete program.cookie_window_days;
      delete program.hold_days;
      delete program.api_token;
      delete partner.commission;
      delete partner.links[0].destination_url;
    });
    expect(problems).toEqual([]);
  });

  test('emails and domains are read in lower case and currencies in upper case', () => {
    const file = exampleFile({ ...NAMES, email: 'Owner@Acme.Test' });
    Object.assign(file.workspaces[0].programs[0], { currency: 'eur', domain: 'Shop.Acme.Test:8080' });
    const { workspaces } = parseProvisionFile(JSON.stringify(file));
    expect(workspaces[0]?.members[0]?.email).toBe('owner@acme.test');
    expect(workspaces[0]?.programs[0]).toMatchObject({ currency: 'EUR', domain: 'shop.acme.test:8080' });
  });

  test('a byte order mark before it does no harm', () => {
    expect(problemsOf('\uFEFF{"workspaces": []}')).toEqual([]);
  });

  test('a partner may be in several programs of a workspace, and a person in several workspaces', () => {
    const problems = problemsAfter((file, workspace, program, partner) => {
      workspace.programs.push({
        ...program,
        name: 'Second',
        api_token: 'svc_test_second',
        partners: [{ ...partner, links: [] }],
      });
      file.workspaces.push({ name: 'Other', members: workspace.members });
    });
    expect(problems).toEqual([]);
  });
});

describe('a file that is refused, with the place of what is wrong', () => {
  test.each<[string, Parameters<typeof problemsAfter>[0], string]>([
    [
      'unknown key at the top',
      (file) => Object.assign(file, { program: 1 }),
      'program: is not a known key; known here: workspaces',
    ],
    [
      'unknown key inside',
      (_f, _w, _p, partner) => Object.assign(partner, { e_mail: 'x' }),
      `${PARTNER}.e_mail: is not a known key; known here: email, name, status, commission, links`,
    ],
    ['missing value', (_f, _w, program) => delete program.domain, `${PROGRAM}.domain: is required`],
    ['missing rule', (_f, _w, program) => delete program.commission, `${PROGRAM}.commission: is required`],
    [
      'share above all',
      (_f, _w, program) => Object.assign(program.commission, { basis_points: 10_001 }),
      `${PROGRAM}.commission.basis_points: must be an integer from 0 to 10000`,
    ],
    [
      'fraction of a cent',
      (_f, _w, _p, partner) => Object.assign(partner.commission, { amount_cents: 0.5 }),
      `${PARTNER}.commission.amount_cents: must be an integer from 0 to 9007199254740991`,
    ],
    [
      "the other type's amount",
      (_f, _w, program) => Object.assign(program.commission, { amount_cents: 1 }),
      `${PROGRAM}.commission.amount_cents: does not go with type percent, which has basis_points`,
    ],
    [
      'unknown type of rule',
      (_f, _w, program) => Object.assign(program.commission, { type: 'tiered' }),
      `${PROGRAM}.commission.type: must be one of percent, flat, clauses`,
    ],
    [
      'a misspelt condition of a clause',
      (_f, _w, program) =>
        Object.assign(program, {
          commission: { type: 'clauses', clauses: [{ when: { product: ['a'] }, pay: { type: 'none' } }] },
        }),
      `${PROGRAM}.commission.clauses[0].when.product: is not a known key; known here: products, sale, codes, from_month, to_month, min_amount_cents, min_customers`,
    ],
    [
      'a share in a clause that pays nothing',
      (_f, _w, program) =>
        Object.assign(program, {
          commission: { type: 'clauses', clauses: [{ when: {}, pay: { type: 'none', basis_points: 1 } }] },
        }),
      `${PROGRAM}.commission.clauses[0].pay.basis_points: does not go with type none`,
    ],
    [
      'months of a clause that never come',
      (_f, _w, program) =>
        Object.assign(program, {
          commission: {
            type: 'clauses',
            clauses: [{ when: { from_month: 2, to_month: 2 }, pay: { type: 'none' } }],
          },
        }),
      `${PROGRAM}.commission.clauses[0].when.to_month: must be more than from_month`,
    ],
    [
      'text for a number',
      (_f, _w, program) => Object.assign(program, { cookie_window_days: '60' }),
      `${PROGRAM}.cookie_window_days: must be an integer from 1 to 3650`,
    ],
    [
      'a key that is easy to guess',
      (_f, _w, program) => Object.assign(program, { api_token: 'svc_test_ab' }),
      `${PROGRAM}.api_token: must be 12 to 255 printable ASCII characters without spaces`,
    ],
    [
      'unknown currency',
      (_f, _w, program) => Object.assign(program, { currency: 'EURO' }),
      `${PROGRAM}.currency: must be an ISO 4217 code such as USD`,
    ],
    [
      'origin with a path',
      (_f, _w, program) => Object.assign(program, { allowed_origins: ['https://acme.test/'] }),
      `${PROGRAM}.allowed_origins[0]: must be an origin exactly as browsers send it: scheme://host[:port], http or https, lower case, no path, no default port`,
    ],
    [
      'origin with a default port',
      (_f, _w, program) => Object.assign(program, { allowed_origins: ['https://acme.test:443'] }),
      `${PROGRAM}.allowed_origins[0]: must be an origin exactly as browsers send it: scheme://host[:port], http or https, lower case, no path, no default port`,
    ],
    [
      'unknown role',
      (_f, workspace) => Object.assign(workspace.members[0], { role: 'boss' }),
      'workspaces[0].members[0].role: must be one of owner, admin, member, viewer, none',
    ],
    [
      'short password',
      (_f, workspace) => Object.assign(workspace.members[0], { password: 'short' }),
      'workspaces[0].members[0].password: must be text of 8 to 128 characters',
    ],
    [
      'no email',
      (_f, workspace) => Object.assign(workspace.members[0], { email: 'owner' }),
      'workspaces[0].members[0].email: must be an email address',
    ],
    [
      'a day that is none',
      (_f, workspace) => Object.assign(workspace.processor, { connected_at: '2026-02-30T10:00:00Z' }),
      'workspaces[0].processor.connected_at: must be a time such as 2026-01-05T10:00:00Z',
    ],
    [
      'connected to nothing',
      (_f, workspace) => delete workspace.processor.account_id,
      'workspaces[0].processor.account_id: is required with status connected',
    ],
    [
      'list of something else',
      (_f, workspace) => Object.assign(workspace, { programs: {} }),
      'workspaces[0].programs: must be an array',
    ],
    [
      'item of something else',
      (_f, workspace) => workspace.links.push('x'),
      'workspaces[0].links[1]: must be an object',
    ],
    [
      'a NUL, which no database keeps',
      (_f, workspace) => Object.assign(workspace, { name: 'A\0' }),
      'workspaces[0].name: must be text of 1 to 200 characters without control characters and without spaces around it',
    ],
  ])('%s', (_name, change, problem) => {
    expect(problemsAfter(change)).toEqual([problem]);
  });

  test('no workspaces at all', () => {
    expect(problemsOf('{}')).toEqual(['workspaces: is required']);
    expect(problemsOf('[]')).toEqual(['the file: must be an object']);
  });

  test('text that is no JSON, without repeating it', () => {
    const problems = problemsOf('{"password": "hunter2" "x"}');
    expect(problems).toEqual([expect.stringMatching(/^the file: is not valid JSON \(.+\)$/)]);
    expect(problems.join()).not.toContain('hunter2');
  });

  test('all problems at once', () => {
    const problems = problemsAfter((_file, workspace, program, partner) => {
      workspace.members[0].role = 'boss';
      program.currency = 'X';
      partner.status = 'maybe';
      partner.links[0].short_link = 'two words';
    });
    expect(problems.map((problem) => problem.split(':')[0])).toEqual([
      'workspaces[0].members[0].role',
      `${PROGRAM}.currency`,
      `${PARTNER}.status`,
      `${PARTNER}.links[0].short_link`,
    ]);
  });
});

describe('a file that says something twice is refused', () => {
  test.each<[string, Parameters<typeof problemsAfter>[0], string]>([
    [
      'workspace',
      (file) => file.workspaces.push({ name: 'Acme' }),
      'workspaces[1].name: is already given at workspaces[0].name',
    ],
    [
      'program in its workspace',
      (_f, workspace, program) =>
        workspace.programs.push({ ...program, api_token: 'svc_test_another', partners: [] }),
      'workspaces[0].programs[1].name: is already given at workspaces[0].programs[0].name',
    ],
    [
      'key, for two programs',
      (_f, workspace, program) => workspace.programs.push({ ...program, name: 'Second', partners: [] }),
      'workspaces[0].programs[1].api_token: is already given at workspaces[0].programs[0].api_token',
    ],
    [
      'short link, in another letter case and place',
      (_f, workspace) => workspace.links.push({ short_link: 'JANE' }),
      `workspaces[0].links[1].short_link: is already given at ${PARTNER}.links[0].short_link`,
    ],
    [
      'member, in another letter case',
      (_f, workspace) => workspace.members.push({ ...workspace.members[0], email: 'OWNER@acme.test' }),
      'workspaces[0].members[1].email: is already given at workspaces[0].members[0].email',
    ],
    [
      'partner of one program',
      (_f, _w, program, partner) => program.partners.push({ ...partner, links: [] }),
      `${PROGRAM}.partners[1].email: is already given at ${PARTNER}.email`,
    ],
    [
      'connected account',
      (file, workspace) => file.workspaces.push({ name: 'Other', processor: workspace.processor }),
      'workspaces[1].processor.account_id: is already given at workspaces[0].processor.account_id',
    ],
    [
      'origin',
      (_f, _w, program) => program.allowed_origins.push('http://localhost:5173'),
      `${PROGRAM}.allowed_origins[1]: is already given at ${PROGRAM}.allowed_origins[0]`,
    ],
    [
      'person with two passwords',
      (file, workspace) =>
        file.workspaces.push({
          name: 'Other',
          members: [{ ...workspace.members[0], password: 'another-horse-2' }],
        }),
      'workspaces[1].members[0].password: differs from the one of the same email at workspaces[0].members[0]',
    ],
  ])('%s', (_name, change, problem) => {
    expect(problemsAfter(change)).toEqual([problem]);
  });
});
