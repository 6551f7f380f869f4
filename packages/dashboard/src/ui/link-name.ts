/** What is typed as the name of a link, which has no spaces: hyphens stand in their place. */
export function linkNameOf(typed: string): string {
  return typed.trimStart().replace(/\s+/g, '-');
}
