/** The request took longer than a visitor is kept waiting. */
export class TooLateError extends Error {
  constructor(waitMs: number) {
    super(`no result after ${waitMs} ms`);
    this.name = 'TooLateError';
  }
}

/** The result of some work, or `TooLateError` when it takes longer. The work goes on. */
export async function within<Result>(waitMs: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new TooLateError(waitMs)), waitMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
