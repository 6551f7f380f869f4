import type { ImportProblem } from '@svc/contract';

/** What is wrong with the cell of one column, or with a row as a whole. */
export class CellError extends Error {
  readonly column: string | null;

  constructor(column: string | null, problem: string) {
    super(problem);
    this.name = 'CellError';
    this.column = column;
  }
}

/** Files or a mapping that cannot be imported; `problems` names each, with file, line and column, and nothing was imported. */
export class ImportError extends Error {
  /** One line for each. */
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'ImportError';
    this.problems = problems;
  }
}

/** A problem as a line for people: `sales.csv, line 12, column Amount: …`. */
export function describeProblem({ file, line, column, problem }: ImportProblem): string {
  return `${file}, line ${line}${column === null ? '' : `, column ${JSON.stringify(column)}`}: ${problem}`;
}
