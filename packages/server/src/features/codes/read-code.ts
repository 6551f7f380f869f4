import { CodeItem } from '@svc/contract';
import { defineRead } from '../../operations/define-operation.js';
import { findCode } from './find-code.js';

export const readCode = defineRead({
  name: 'readCode',
  route: 'GET /api/programs/:programId/codes/:id',
  permission: 'program:read',
  summary: 'A code',
  output: CodeItem,
  run: ({ pool, scope, id }) => findCode(pool, { programId: scope.programId, partnerId: null }, id()),
});
