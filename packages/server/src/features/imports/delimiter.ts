const DELIMITERS = [',', ';', '\t'] as const;

/** How the cells of a file are divided, and where its rows begin. */
export interface Delimiting {
  readonly delimiter: string;
  /** The text of the file without a line that only names the delimiter. */
  readonly text: string;
  /** How many lines were left out. */
  readonly skippedLines: number;
}

/**
 * Finds the delimiter of a file by its beginning, which has the whole first line: the one that a line `sep=;` names, as Excel writes it for itself,
 * or the one of which the line of column names has most.
 */
export function findDelimiter(start: string): Delimiting {
  const named = /^\uFEFF?"?sep=([^\r\n])"?[,;\t ]*(?:\r\n|\r|\n|$)/i.exec(start);
  if (named !== null)
    return { delimiter: named[1] ?? ',', text: start.slice(named[0].length), skippedLines: 1 };
  const [line = ''] = start.split(/[\r\n]/, 1);
  const counts = DELIMITERS.map((delimiter) => line.split(delimiter).length);
  return {
    delimiter: DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ',',
    text: start,
    skippedLines: 0,
  };
}
