import { Frame } from './frame.js';

/** The frame around what is about no single program: the list of a partner's programs, the account. */
export function PlainFrame() {
  return <Frame groups={[]} params={{}} />;
}
