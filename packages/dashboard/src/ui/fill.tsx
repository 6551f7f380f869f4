import { Fragment, type ReactNode } from 'react';

/** The names in braces of a text: "Paid {time} by {name}" has `time` and `name`. */
type Slots<T extends string> = string extends T
  ? string
  : T extends `${string}{${infer Name}}${infer Rest}`
    ? Name | Slots<Rest>
    : never;

/** A text of the catalogue with elements in place of its names in braces. A name without an element stays as it is. */
export function fill<T extends string>(text: T, elements: Readonly<Record<Slots<T>, ReactNode>>): ReactNode {
  const byName: Readonly<Record<string, ReactNode>> = elements;
  return text
    .split(/(\{\w+\})/)
    .map((part) => (
      <Fragment key={part}>{/^\{\w+\}$/.test(part) ? (byName[part.slice(1, -1)] ?? part) : part}</Fragment>
    ));
}
