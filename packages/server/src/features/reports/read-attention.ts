import { AttentionAnswer, AttentionQuery } from '@svc/contract';
import { defineRead } from '../../operations/define-operation.js';
import { loadAttention } from './load-attention.js';

export const readAttention = defineRead({
  name: 'readAttention',
  route: 'GET /api/programs/:programId/attention',
  permission: 'report:read',
  summary: 'What is left to set up, and what waits for somebody',
  input: AttentionQuery,
  output: AttentionAnswer,
  run: ({ pool, scope, input, nowMs }) => loadAttention(pool, scope, { nowMs, language: input.language }),
});
