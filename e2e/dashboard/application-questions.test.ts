import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectNoSeriousAxe } from './support/checks.js';
import { type DemoStage, openDemoStage } from './support/stage.js';

describe('questions to applicants', () => {
  let stage: DemoStage;
  beforeAll(async () => {
    stage = await openDemoStage();
  }, 600_000);
  afterAll(() => stage?.close());

  async function openAs(who: 'owner' | 'nobody', path: string) {
    const { baseUrl } = stage.demo.application;
    const context = await stage.contextOf(who, { baseURL: baseUrl, viewport: { width: 1280, height: 900 } });
    const page = await context.newPage();
    await page.goto(path);
    return page;
  }

  test('the owner asks, the applicant answers at each field, and the team reads the answers', async () => {
    const { programId } = stage.demo.places;
    const team = await openAs('owner', `/p/${programId}/settings/application`);
    const add = team.getByRole('button', { name: 'Add a question' });
    const save = team.getByRole('button', { name: 'Save' });
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
    await second.getByLabel('Question', { exact: false }).first().fill('Your newsletter');
    await team.getByRole('button', { name: 'Move question 2 up' }).click();
    await save.click();
    await team.getByText('Questions saved').waitFor();
    await expectNoSeriousAxe(team, 'all');

    const applicant = await openAs('nobody', `/apply/${programId}`);
    await applicant.getByLabel('Your name').fill('Quinn Reader');
    await applicant.getByLabel('Email').fill('quinn@readers.test');
    await applicant.getByLabel('Your newsletter').fill('Desk, weekly');
    await applicant.getByRole('button', { name: 'Apply' }).click();
    await applicant.getByText('Answer this question.').waitFor();
    await applicant.getByRole('combobox', { name: 'How many readers?' }).click();
    await applicant.getByRole('option', { name: 'Many' }).click();
    await expectNoSeriousAxe(applicant, 'all');
    await applicant.getByRole('button', { name: 'Apply' }).click();
    await applicant.getByRole('heading', { name: 'Thanks for applying' }).waitFor();

    await team.goto(`/p/${programId}/partners`);
    await team.getByRole('button', { name: /^Applications/ }).click();
    await team.getByRole('link', { name: /Quinn Reader/ }).click();
    const application = team.getByRole('region', { name: 'Application' });
    await application.getByText('Desk, weekly').waitFor();
    expect(await application.getByRole('definition').allTextContents()).toEqual(['Desk, weekly', 'Many']);
  });
});
