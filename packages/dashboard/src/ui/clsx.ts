/** Class names joined, without those that are none. */
export function clsx(...names: (string | false | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
