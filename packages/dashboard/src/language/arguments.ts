/** A message up to its first brace, that brace, and what follows; null where there is no brace. */
type Split<Text extends string> = Text extends `${infer Before}{${infer After}`
  ? Before extends `${infer Shorter}}${infer Rest}`
    ? [before: Shorter, after: `${Rest}{${After}`]
    : [before: Before, after: After]
  : Text extends `${infer Before}}${infer After}`
    ? [before: Before, after: After]
    : null;

/** What stands first in a place to fill: "name", or "count, plural, one ". */
type Head<Text extends string> = Split<Text> extends [infer Before extends string, string] ? Before : never;

/** The type of a value by its head: a count, or something to read. */
type Place<Text extends string> = Text extends `${infer Name}, ${infer Kind}`
  ? {
      readonly [Key in Name]: Kind extends `${'plural' | 'number' | 'selectordinal'}${string}`
        ? number
        : string;
    }
  : { readonly [Key in Text]: string | number };

/**
 * The places to fill of a message in ICU's format, with the types of their values. Every brace leads from a text into a place or
 * from a place into a text: every second one begins or ends a place, and those that begin one follow a text.
 */
export type ArgumentsOf<Text extends string> = string extends Text
  ? Readonly<Record<string, string | number>>
  : { readonly [Name in keyof Places<Text, 'text'>]: Places<Text, 'text'>[Name] };

type Places<Text extends string, In extends 'text' | 'place'> = Text extends `${string}${'{' | '}'}${string}`
  ? Split<Text> extends [infer Before extends string, infer After extends string]
    ? In extends 'text'
      ? Text extends `${Before}{${string}`
        ? Place<Head<After>> & Places<After, 'place'>
        : Places<After, 'place'>
      : Places<After, 'text'>
    : unknown
  : unknown;
