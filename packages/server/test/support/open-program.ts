import { beforeAll } from 'vitest';
import type { Role } from '../../src/operations/permissions.js';
import { type Answer, addMember, ask, seedUser, signIn, signInAs } from './management.js';
import { type ProgramOverrides, type SeededProgram, seedProgram } from './seed.js';
import type { RunningService } from './service.js';

/** Sends a request with the session and below the path that the sender was created with. */
export type Send = (method: string, path: string, body?: unknown) => Promise<Answer>;

export function createSender(service: Pick<RunningService, 'baseUrl'>, cookie: string, prefix = ''): Send {
  return (method, path, body) =>
    ask(service, `${prefix}${path}`, { method, cookie, ...(body !== undefined && { body }) });
}

/** A program of a workspace of its own, as somebody of the team works on it. */
export interface OpenProgram {
  readonly program: SeededProgram;
  /** The session. */
  readonly cookie: string;
  /** Under `/api/programs/:programId`. */
  readonly send: Send;
  /** Under `/api/workspaces/:workspaceId`. */
  readonly inWorkspace: Send;
}

export async function openProgram(
  service: RunningService,
  options: ProgramOverrides = {},
  role: Role = 'owner',
): Promise<OpenProgram> {
  const program = await seedProgram(service.pool, options);
  const cookie = await signInAs(service, program.workspaceId, role);
  return {
    program,
    cookie,
    send: createSender(service, cookie, `/api/programs/${program.programId}`),
    inWorkspace: createSender(service, cookie, `/api/workspaces/${program.workspaceId}`),
  };
}

/** Somebody who signs in before the first test of a suite, and sees every program that is opened. */
export function sharedViewer(service: RunningService) {
  let userId: string;
  let cookie: string;
  beforeAll(async () => {
    const user = await seedUser(service.pool);
    userId = user.userId;
    cookie = await signIn(service, user.email);
  });
  return {
    get cookie() {
      return cookie;
    },
    async open(overrides: ProgramOverrides = {}): Promise<SeededProgram> {
      const program = await seedProgram(service.pool, overrides);
      await addMember(service.pool, program.workspaceId, userId, 'viewer');
      return program;
    },
  };
}
