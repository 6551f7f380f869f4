/**
 * A provision file that is refused, wholly: nothing of it was applied. `problems` has one line for each thing to
 * correct, beginning with its place in the file (`workspaces[0].programs[0].currency: …`). Contract section 1.
 */
export class ProvisionError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'ProvisionError';
    this.problems = problems;
  }
}

/** Somebody wrote what the run was about to write; the next attempt sees it. */
export class ChangedMeanwhileError extends Error {
  constructor() {
    super('what the provision file describes was changed while it was applied: apply it again');
    this.name = 'ChangedMeanwhileError';
  }
}
