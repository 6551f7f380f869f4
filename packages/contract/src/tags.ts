import { normalName } from '@svc/core/names';
import Type, { type Static } from 'typebox';

// Words that a team finds its partners by. Partners never see them.

/** How many tags a partner has at most in a program. */
export const MAX_TAGS = 20;
/** How many characters a tag has at most. */
export const MAX_TAG_LENGTH = 30;

/**
 * A tag as it is stored: in the normal form of names, which is in lower case. Null where there is nothing left, it is too long, or it has a
 * comma, a semicolon or a control character, which separate tags in files.
 */
export function normalizeTag(typed: string): string | null {
  const tag = normalName(typed);
  const length = [...tag].length;
  return length === 0 || length > MAX_TAG_LENGTH || /[,;\p{Cc}]/u.test(tag) ? null : tag;
}

/** Tags as they are sent: in any case. Those that are the same count once. */
export const TagsInput = Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
  maxItems: 100,
  description: `Up to ${MAX_TAGS} tags of up to ${MAX_TAG_LENGTH} characters, without commas and semicolons; kept in lower case.`,
});

/** The tags of a program's partners, and how many partners have each, the most used ones first. */
export const TagList = Type.Object({
  data: Type.Array(Type.Object({ tag: Type.String(), partners: Type.Integer() })),
});

export type TagList = Static<typeof TagList>;
