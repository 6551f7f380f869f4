import { describe, expect, test } from 'vitest';
import { engines } from '../support/engines.js';
import { ask, post } from '../support/management.js';
import { openProgram } from '../support/open-program.js';
import { uniqueName } from '../support/seed.js';
import { startService } from '../support/service.js';
import { shared } from '../support/shared.js';

const SITE = { kind: 'short_text', label: 'Your newsletter', choices: [], is_required: true };
const AUDIENCE = { kind: 'long_text', label: 'Who reads you?', choices: [], is_required: false };
const SIZE = { kind: 'choice', label: 'How many readers?', choices: ['Few', 'Many'], is_required: true };
const TEAM = { kind: 'yes_no', label: 'Are you a company?', choices: [], is_required: true };
const ALL = [SITE, AUDIENCE, SIZE, TEAM];

describe.each(engines)('questions to applicants on %s', (engine) => {
  const service = shared(() => startService(engine));

  async function open(role?: 'owner' | 'viewer') {
    const opened = await openProgram(service, {}, role);
    await service.pool.query('update programs set accepts_applications = true where id = $1', [
      opened.program.programId,
    ]);
    const form = `/api/public/programs/${opened.program.programId}/application`;
    return {
      ...opened,
      setQuestions: (questions: unknown) => opened.send('PUT', '/application-questions', { questions }),
      readForm: async () => (await ask(service, form)).body.questions as { id: string; label: string }[],
      apply: (answers: unknown) =>
        post(service, form, { email: `${uniqueName('iris')}@p.test`, name: 'Iris', answers }),
    };
  }

  test('are asked in their order, and what was answered stays when they are edited', async () => {
    const { send, setQuestions, readForm, apply, program, cookie } = await open();
    const { body } = await setQuestions(ALL);
    expect(body.questions).toMatchObject(ALL);
    const [site, audience, size, team] = await readForm();
    expect([site, audience, size, team].map((question) => question?.label)).toEqual(
      ALL.map(({ label }) => label),
    );
    const answer = (question: { id: string } | undefined, text: string) => ({
      question_id: question?.id,
      answer: text,
    });
    const given = [
      answer(team, 'no'),
      answer(size, 'Many'),
      answer(site, ' Desk, weekly '),
      answer(audience, ' '),
    ];
    expect(await apply(given)).toMatchObject({ status: 200, body: { received: true } });

    await setQuestions([{ ...SITE, label: 'Your podcast' }, SIZE]);
    const expected = [
      { question: 'Your newsletter', kind: 'short_text', answer: 'Desk, weekly' },
      { question: 'How many readers?', kind: 'choice', answer: 'Many' },
      { question: 'Are you a company?', kind: 'yes_no', answer: 'no' },
    ];
    const list = (await send('GET', '/partners?status=pending')).body.data;
    expect(list).toMatchObject([
      { application_website: null, application_message: null, application_answers: expected },
    ]);
    expect((await send('GET', `/partners/${list[0].id}`)).body.application_answers).toEqual(expected);
    const csv = await send('GET', '/partners?status=pending&format=csv');
    expect(csv.body).toContain(
      '"Your newsletter: Desk, weekly\nHow many readers?: Many\nAre you a company?: no"',
    );
    const { data } = (await ask(service, `/api/workspaces/${program.workspaceId}/audit`, { cookie })).body;
    expect(data.map(({ action }: { action: string }) => action)).toEqual([
      'program.application_questions',
      'partner.apply',
      'program.application_questions',
    ]);
    // The question that somebody read before it was edited is not asked any more.
    expect((await apply([answer(site, 'x')])).body).toEqual({ error: 'answers is invalid' });
  });

  test('name the answer that is missing or wrong, and take no application with it', async () => {
    const { send, setQuestions, readForm, apply } = await open();
    await setQuestions(ALL);
    const ids = (await readForm()).map(({ id }) => id);
    const right = ['Desk', 'Everybody', 'Few', 'yes'];
    const withAnswer = (at: number, text: string) =>
      ids.map((question_id, index) => ({ question_id, answer: index === at ? text : right[index] }));
    const wrong = [
      [0, 'a\nb', 'invalid'],
      [0, 'x'.repeat(201), 'invalid'],
      [0, '  ', 'required'],
      [2, 'Some', 'invalid'],
      [3, 'maybe', 'invalid'],
      [3, '', 'required'],
    ] as const;
    for (const [at, text, fault] of wrong) {
      const { status, body } = await apply(withAnswer(at, text));
      expect([status, body]).toEqual([400, { error: `answer_${ids[at]} is ${fault}` }]);
    }
    expect((await apply(undefined)).body).toEqual({ error: `answer_${ids[0]} is required` });
    const twice = [...withAnswer(9, ''), { question_id: ids[0], answer: 'again' }];
    expect((await apply(twice)).body).toEqual({ error: 'answers is invalid' });
    expect((await send('GET', '/partners?status=pending')).body.data).toEqual([]);
    expect((await apply(withAnswer(9, ''))).status).toBe(200);
  });

  test('are ten at most, differ, and choices are two or more; only those who change programs set them', async () => {
    const { setQuestions, send } = await open();
    const numbered = (count: number) =>
      Array.from({ length: count }, (_, at) => ({ ...SITE, label: `Question ${at}` }));
    expect((await setQuestions(numbered(10))).status).toBe(200);
    const refused = [
      numbered(11),
      [SITE, SITE],
      [{ ...SITE, label: ' ' }],
      [{ ...SITE, choices: ['a', 'b'] }],
      [{ ...SIZE, choices: ['a'] }],
      [{ ...SIZE, choices: ['a', 'a '] }],
      [{ ...SITE, kind: 'number' }],
    ];
    for (const questions of refused) {
      expect((await setQuestions(questions)).body).toEqual({ error: 'questions is invalid' });
    }
    expect((await send('GET', '/application-questions')).body.questions).toHaveLength(10);
    const viewer = await open('viewer');
    expect((await viewer.setQuestions([SITE])).status).toBe(404);
    expect((await viewer.send('GET', '/application-questions')).body).toEqual({ questions: [] });
  });
});
