import { PageQuery, PartnerMessagePage } from '@svc/contract';
import { defineList } from '../../operations/define-operation.js';
import { loadReceived, RECEIVED_SORTS } from './received-messages.js';

export const listPartnerMessages = defineList({
  name: 'listPartnerMessages',
  route: 'GET /api/partner/programs/:programId/messages',
  permission: 'partner',
  summary: 'Messages that the caller got from the program, newest first',
  input: PageQuery,
  output: PartnerMessagePage,
  sorts: RECEIVED_SORTS,
  search: 'subject, text',
  run: ({ pool, scope }, page) => loadReceived(pool, scope, page),
});
