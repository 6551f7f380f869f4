import { messages } from '../language/messages.js';

/** Texts for members of the team who view the portal of a partner. */
export const texts = messages('viewing', {
  viewAsPartner: 'View as partner',
  viewingAs: 'You are viewing the portal as {partner}',
  readOnly: 'This is what they see. You can’t change anything here, and their payout details stay private.',
  backToPartner: 'Back to the partner',
});
