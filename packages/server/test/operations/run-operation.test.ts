import { beforeAll, describe, expect, test } from 'vitest';
import { OPERATIONS } from '../../src/features/index.js';
import { createApiKey } from '../../src/features/keys/create-api-key.js';
import { permissionsOf } from '../../src/operations/permissions.js';
import { runOperation } from '../../src/operations/run-operation.js';
import { openBooks } from '../support/books.js';
import { requestOf } from '../support/operations.js';
import { type SeededProgram, seedProgram } from '../support/seed.js';
import { shared } from '../support/shared.js';

describe('an operation run by a caller other than HTTP', () => {
  const books = shared(() => openBooks('embedded'));
  let program: SeededProgram;
  beforeAll(async () => {
    program = await seedProgram(books.pool);
  });

  const keyRequest = (input: unknown) => requestOf({ pool: books.pool }, { ...scopeOf(program), input });
  const scopeOf = ({ programId, workspaceId }: SeededProgram) => ({ programId, workspaceId });

  test('is refused where the permissions of the caller do not include its own', async () => {
    const { scope, ...request } = await keyRequest({ name: 'Shop' });
    if (scope === null) throw new Error('the request has no scope');
    const viewer = { ...request, scope: { ...scope, permissions: permissionsOf('viewer') } };
    await expect(runOperation(createApiKey, viewer)).rejects.toMatchObject({ code: 'not_found' });
    await expect(runOperation(createApiKey, { ...request, scope: null })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  test('is refused where its input does not fit', async () => {
    await expect(runOperation(createApiKey, await keyRequest({}))).rejects.toMatchObject({
      code: 'field_required',
      word: 'name',
    });
    await expect(runOperation(createApiKey, await keyRequest({ name: 7 }))).rejects.toMatchObject({
      code: 'field_invalid',
    });
  });

  test('writes its audit entry with the actor it was given', async () => {
    const { key } = await runOperation(createApiKey, await keyRequest({ name: 'Shop' }));
    const { rows } = await books.pool.query(
      `select user_email, action from audit_entries where target_type = 'api_key' and target_id = $1`,
      [String(key.id)],
    );
    expect(rows).toEqual([{ user_email: 'jane@acme.test', action: 'key.create' }]);
  });
});

test('no two operations have the same name or route', () => {
  const names = OPERATIONS.map(({ name }) => name);
  const routes = OPERATIONS.map(({ method, path }) => `${method} ${path}`);
  expect([new Set(names).size, new Set(routes).size]).toEqual([OPERATIONS.length, OPERATIONS.length]);
});
