/** The viewer's own way to write numbers and dates; undefined is the runtime's. */
export const LOCALE: string | undefined =
  (globalThis as { readonly navigator?: { readonly language?: string } }).navigator?.language || undefined;
