let leaving: Promise<unknown> | null = null;

/**
 * Ends the session by `end`, then leaves the application for the sign-in page. Nothing is requested or routed from its start on, because
 * that would be refused, or lead the next person to this page.
 * @throws what `end` throws; the application goes on then
 */
export async function leave(end: () => Promise<unknown>): Promise<void> {
  const ending = end();
  leaving = ending;
  try {
    await ending;
  } catch (error) {
    leaving = null;
    throw error;
  }
  // A browser may keep this page in memory; what is shown again has to be read again.
  addEventListener('pageshow', () => window.location.reload());
  window.location.replace('/sign-in');
}

/** Whether the session is ending or has ended here. */
export const hasLeft = (): boolean => leaving !== null;

/** Resolves when requests may be sent: at once, or when ending the session has failed. Never resolves once it has ended. */
export async function whileSignedIn(): Promise<void> {
  if (leaving === null) return;
  await leaving.then(
    () => new Promise(() => undefined),
    () => undefined,
  );
}
