import type { Operation } from '../../operations/operation.js';
import { createPartnerMessage } from './create-partner-message.js';
import { listMessagesToPartner } from './list-messages-to-partner.js';
import { listPartnerMessages } from './list-partner-messages.js';
import { readPartnerMessage } from './read-partner-message.js';

/** What can be asked of messages to partners. */
export const PARTNER_MESSAGES: readonly Operation[] = [
  createPartnerMessage,
  listMessagesToPartner,
  listPartnerMessages,
  readPartnerMessage,
];
