const KEY = 'svc.last-program';

/** The program somebody looked at last in this browser; null where none is known. */
export function readLastProgram(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** Remembers a program for the next time; null forgets it. */
export function rememberProgram(programId: string | null): void {
  try {
    if (programId === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, programId);
  } catch {
    // A browser that keeps nothing starts at the list of programs.
  }
}
