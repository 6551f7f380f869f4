import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectNoSeriousAxe } from './support/checks.js';
import { openSession } from './support/session.js';
import { type DemoStage, openDemoStage } from './support/stage.js';

describe('questions to applicants', () => {
  let stage: DemoStage;
  beforeAll(async () => {
    stage = await openDemoStage();
  }, 600_000);
  afterAll(() => stage?.close());

  test('the owner asks, the applicant answers at each field, and the team reads the answers', async () => {
    const { programId } = stage.demo.places;
    const team = await stage.openPage('owner', { path: `/p/${programId}/settings/application` });
    const add = team.getByRole('button', { name: 'Add a question' });
    const save = team
      .getByRole('region', { name: 'Application questions' })
      .getByRole('button', { name: 'Save' });
    await add.click();
    await save.click();
    await team.getByText('Enter a question.').waitFor();
    const first = team.getByRole('group', { name: 'Question 1' });
    await first.getByLabel('Question', { exact: false }).first().fill('How many readers?');
    await first.getByRole('combobox', { name: 'Answer' }).click();
    await team.getByRole('option', { name: 'Single choice' }).click();
    await first.getByLabel('Choices').fill('Few\nMany');
    await first.getByRole('switch', { name: 'Required' }).click();
    await add.click();
    const second = team.getByRole('group', { name: 'Question 2' });
    await second.waitFor();
    await team.keyboard.type('Your newsletter');
    await team.getByRole('button', { name: 'Move question 2 up' }).click();
    await save.click();
    await team.getByText('Questions saved').waitFor();
    await expectNoSeriousAxe(team);

    const applicant = await stage.openPage('nobody', { path: `/apply/${programId}` });
    await applicant.getByLabel('Your name').fill('Quinn Reader');
    await applicant.getByLabel('Email').fill('quinn@readers.test');
    await applicant.getByLabel('Your newsletter').fill('Desk, weekly');
    await applicant.getByRole('button', { name: 'Apply' }).click();
    await applicant.getByText('Answer this question.').waitFor();
    await applicant.getByRole('combobox', { name: 'How many readers?' }).click();
    await applicant.getByRole('option', { name: 'Many' }).click();
    await expectNoSeriousAxe(applicant);
    const owner = await openSession(stage.demo.application, stage.demo.owner);
    const path = `/api/programs/${programId}/application-questions`;
    const { questions } = await owner.send('GET', path);
    const asked = questions.map(({ id, ...question }: { id: string }) => question);
    const city = { kind: 'short_text', label: 'Your city', choices: [], is_required: true };
    await owner.send('PUT', path, { questions: [...asked, city] });
    await applicant.getByRole('button', { name: 'Apply' }).click();
    await applicant.getByText('The questions have changed.').waitFor();
    await applicant.getByLabel('Your city').fill('Oslo');
    expect(await applicant.getByLabel('Your name').inputValue()).toBe('Quinn Reader');
    expect(await applicant.getByLabel('Your newsletter').inputValue()).toBe('Desk, weekly');
    await applicant.getByRole('button', { name: 'Apply' }).click();
    await applicant.getByRole('heading', { name: 'Thanks for applying' }).waitFor();

    await team.goto(`/p/${programId}/partners`);
    await team.getByRole('button', { name: /^Applications/ }).click();
    await team.getByRole('link', { name: /Quinn Reader/ }).click();
    const application = team.getByRole('region', { name: 'Application' });
    await application.getByText('Desk, weekly').waitFor();
    expect(await application.getByRole('definition').allTextContents()).toEqual([
      'Desk, weekly',
      'Many',
      'Oslo',
    ]);
  });
});
