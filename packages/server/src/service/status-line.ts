/** One line on a terminal that the next one overwrites. Where there is no terminal, it writes nothing at all. */
export interface StatusLine {
  show(text: string): void;
  /** Takes the line away, so that something else can be written there. */
  clear(): void;
}

/** What the line needs of a stream such as `process.stderr`. */
export interface StatusStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

const USUAL_COLUMNS = 80;
/** Back to the first column, and what stands in the line is erased. */
const ERASED = '\r\u001b[2K';

export function createStatusLine(stream: StatusStream): StatusLine {
  if (stream.isTTY !== true) return { show: () => undefined, clear: () => undefined };
  let isShown = false;
  return {
    show(text) {
      isShown = true;
      // A line that is wrapped could not be erased any more, and some terminals wrap once the last column is full.
      stream.write(`${ERASED}${text.slice(0, (stream.columns || USUAL_COLUMNS) - 1)}`);
    },
    clear() {
      if (isShown) stream.write(ERASED);
      isShown = false;
    },
  };
}

const BAR_LENGTH = 20;

/** A bar that is full at `done` = 1. */
export function drawBar(done: number): string {
  const full = Math.min(BAR_LENGTH, Math.max(0, Math.floor(done * BAR_LENGTH)));
  return `[${'#'.repeat(full)}${'.'.repeat(BAR_LENGTH - full)}]`;
}
