/**
 * Pure computation that takes long: no database, no settings, no `this`. It runs in the thread for such work, so its input and its
 * items are values that can be cloned, and an error that it throws keeps only its text.
 */
export interface Task<Input, Item> {
  /** Unique among all tasks. */
  readonly name: string;
  /** Yields each item when it is ready; the next one is computed when the one before has been taken. */
  run(input: Input): AsyncIterable<Item>;
}

/** Runs tasks. */
export interface Computing {
  /** Items of a task, computed one at a time. Stops when the caller takes no more, or `signal` is aborted. */
  items<Input, Item>(
    task: Task<Input, Item>,
    input: Input,
    signal?: AbortSignal | null,
  ): AsyncGenerator<Item>;
}

/** The only item of a task. */
export async function compute<Input, Item>(
  computing: Computing,
  task: Task<Input, Item>,
  input: Input,
  signal?: AbortSignal | null,
): Promise<Item> {
  for await (const item of computing.items(task, input, signal)) return item;
  throw new Error(`the task ${task.name} has no result`);
}

/** Runs tasks in the thread of the caller. */
export const computingHere: Computing = {
  async *items(task, input, signal) {
    for await (const item of task.run(input)) {
      signal?.throwIfAborted();
      yield item;
    }
  },
};
