import Type from 'typebox';
import { Id, nullable } from './shapes.js';

// Work that takes longer than a request waits.

const Job = Type.Object({
  id: Id,
  status: Type.Enum(['waiting', 'running', 'done', 'failed']),
  done: Type.Integer({ minimum: 0, description: 'How much is done, such as rows that were read.' }),
  total: nullable(Type.Integer({ minimum: 0, description: 'Of how much; null: not known.' })),
  error: nullable(Type.String({ description: 'Why it failed.' })),
  can_cancel: Type.Boolean({
    description: 'Whether DELETE ends it: not once it has begun to write, or is over.',
  }),
});

/** How far a job is, and where its result is. */
export const LongJobAnswer = Type.Object({
  job: Job,
  url: Type.String({ description: 'Where this answer is read again, such as once a second.' }),
  file_url: nullable(
    Type.String({
      description:
        'Where the file, or the answer as JSON, can be fetched for an hour; null unless the job is done.',
    }),
  ),
});
