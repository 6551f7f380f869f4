/** A file that cannot be read as CSV, from this line on. */
export class CsvError extends Error {
  readonly line: number;

  constructor(line: number, problem: string) {
    super(problem);
    this.name = 'CsvError';
    this.line = line;
  }
}
