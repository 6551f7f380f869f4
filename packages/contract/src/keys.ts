import Type, { type Static } from 'typebox';
import { Id, NameInput, nullable, pageOf, Time } from './shapes.js';

// API keys of a program. Contract section 5.

export const ApiKeyItem = Type.Object({
  id: Id,
  name: Type.String(),
  hint: Type.String({ description: 'Its last four characters.' }),
  created_at: Time,
  expires_at: nullable(Time),
  last_used_at: nullable(Time),
});

export const ApiKeyPage = pageOf(ApiKeyItem);

export const ApiKeyCreate = Type.Object({ name: NameInput });

export const ApiKeyRotate = Type.Object({
  grace_hours: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 720,
      description: 'How long the old key stays valid; 24 by default.',
    }),
  ),
});

/** A key that was just created: the only response that contains it. */
export const ApiKeyMade = Type.Object({ api_key: Type.String(), key: ApiKeyItem });

export type ApiKeyItem = Static<typeof ApiKeyItem>;
