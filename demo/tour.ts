import { readFileSync } from 'node:fs';
import { TIDYDESK } from './cast.js';
import type { DemoProcessor } from './processor.js';

interface TourSettings {
  readonly baseUrl: string;
  readonly programId: number;
  readonly processor: Pick<DemoProcessor, 'baseUrl' | 'secretKey'>;
}

/**
 * The first tour: one customer from the click to the refund, and again by card, in the commands of `tour.sh`, set to the running demo.
 * They are pasted in order into bash, zsh or dash, as often as one likes: customer and order are named after the
 * click, which is new each time. What each step shows is said by `echo` and not in a comment, because an interactive
 * zsh does not know comments.
 */
export function tourLines({ baseUrl, programId, processor }: TourSettings): string[] {
  const text = readFileSync(new URL('./tour.sh', import.meta.url), 'utf8');
  const settings: Readonly<Record<string, string>> = {
    SVC: `SVC=${baseUrl} KEY=${TIDYDESK.apiToken} PROGRAM=${programId} JAR=$(mktemp)`,
    CARDS: `CARDS=${processor.baseUrl} CARDKEY=${processor.secretKey}`,
  };
  return text
    .trimEnd()
    .split('\n')
    .map((line) => settings[/^([A-Z]+)=http/.exec(line)?.[1] ?? ''] ?? line);
}
