import { ApplicationInput, ApplicationReceived } from '@svc/contract';
import { ANONYMOUS, changed, unchanged } from '../../operations/change.js';
import { defineOperation } from '../../operations/define-operation.js';
import { parseValue } from '../../operations/parse-value.js';
import { RefusedError } from '../../operations/refused-error.js';
import { destinationType, emailType, nameType } from '../../operations/value-types.js';
import { readAnswers } from '../applications/read-answers.js';
import { enrollPartner } from './enroll-partner.js';
import { findApplicationForm } from './read-application-form.js';

const RECEIVED = { received: true };

/**
 * Takes an application: its sender takes part in the program, pending, until somebody decides. The answer is the same
 * for an address that takes part already, so that nobody can find out whose does: whatever can be refused is checked
 * before anybody looks whether it does.
 */
export const applyToProgram = defineOperation({
  name: 'applyToProgram',
  route: 'POST /api/public/programs/:programId/application',
  permission: 'anyone',
  summary: 'Ask to become a partner',
  input: ApplicationInput,
  output: ApplicationReceived,
  audit: 'partner.apply',
  actorOf: () => ANONYMOUS,
  async run({ client, input, id }) {
    const programId = id('programId');
    const { workspace_id: workspaceId, questions } = await findApplicationForm(client, programId);
    const email = parseValue(emailType, input.email, 'email');
    const name = parseValue(nameType, input.name, 'name');
    const { website = null, message = null } = input;
    if (website !== null) parseValue(destinationType, website, 'website');
    const answers = readAnswers(questions, input.answers ?? []);
    const place = { workspaceId, programId };
    const enrolled = await enrollPartner(client, place, { email, name, status: 'pending' }).catch(
      (error: unknown) => {
        if (error instanceof RefusedError && error.code === 'partner_exists') return null;
        throw error;
      },
    );
    if (enrolled === null) return unchanged(RECEIVED);
    const partner = enrolled.answer;
    await client.query(
      'insert into partner_applications (enrollment_id, website, message, answers) values ($1, $2, $3, $4)',
      [partner.enrollment_id, website, message, JSON.stringify(answers)],
    );
    const after = { ...partner, website, message, answers };
    return changed(RECEIVED, { on: 'partner', id: partner.id, before: null, after, place }, [
      { type: 'partner.applied', programId, objectId: partner.id },
    ]);
  },
});
