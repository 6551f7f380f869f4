import { readFileSync } from 'node:fs';
import { TIDYDESK } from './cast.js';

/**
 * The first tour: one customer from the click to the refund, in the commands of `tour.sh`, set to the running demo.
 * They are pasted in order into bash, zsh or dash, as often as one likes: customer and order are named after the
 * click, which is new each time. What each step shows is said by `echo` and not in a comment, because an interactive
 * zsh does not know comments.
 */
export function tourLines(demo: { readonly baseUrl: string; readonly programId: number }): string[] {
  const text = readFileSync(new URL('./tour.sh', import.meta.url), 'utf8');
  const settings = `SVC=${demo.baseUrl} KEY=${TIDYDESK.apiToken} PROGRAM=${demo.programId} JAR=$(mktemp)`;
  return text
    .trimEnd()
    .split('\n')
    .map((line) => (line.startsWith('SVC=') ? settings : line));
}
