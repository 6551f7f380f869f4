import Type from 'typebox';
import { type Field, isGiven } from './fields.js';

const MAX_LENGTH = 255;
const UNPRINTABLE = /[\p{Cc}\p{Surrogate}]/gu;

/** Whether there is a code at all; what is no text is refused later. */
function isCodeGiven(given: unknown): boolean {
  return typeof given === 'string' ? given.trim() !== '' : isGiven(given);
}

/**
 * The code that a visitor typed, without spaces around it. Any text is taken, because one that leads nowhere counts as none: what no
 * code can be is kept only for people to see, so it is made printable and cut. Contract 2 section 11.
 */
export const codeField: Field<string | null> = {
  schema: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'The code of a partner, in any letter case. One that leads nowhere counts as not given',
  }),
  isRequired: false,
  read(given) {
    if (!isCodeGiven(given)) return { value: null };
    if (typeof given !== 'string') return { error: 'code_not_string' };
    return { value: given.trim().slice(0, MAX_LENGTH).replaceAll(UNPRINTABLE, '\ufffd') };
  },
};
