import { AttentionAnswer } from '@svc/contract';
import { defineRead } from '../../operations/define-operation.js';
import { loadAttention } from './load-attention.js';

export const readAttention = defineRead({
  name: 'readAttention',
  route: 'GET /api/programs/:programId/attention',
  permission: 'report:read',
  summary: 'What is left to set up, and what waits for somebody',
  output: AttentionAnswer,
  run: ({ pool, scope, nowMs }) => loadAttention(pool, scope, nowMs),
});
