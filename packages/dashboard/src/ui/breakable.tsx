import { Fragment } from 'react';

/** A part between two places to break at that is longer would widen its column too much. */
const MOST_IN_ONE = 24;

/** An address, or what else is written without spaces: where it needs a second line, that begins after a dot, a slash or an @. */
export function Breakable({ children }: { readonly children: string }) {
  const parts = children.match(/[^.@/?&=_]*[.@/?&=_]|[^.@/?&=_]+$/g) ?? [];
  const isWordy = parts.some((part) => part.split(/\s/).some((word) => word.length > MOST_IN_ONE));
  return (
    <span style={{ overflowWrap: isWordy ? 'anywhere' : 'normal' }}>
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a part is where it is
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </span>
  );
}
