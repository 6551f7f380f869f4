import { isLoopback } from '@svc/contract/site';
import { isbot } from 'isbot';
import { LRUCache } from 'lru-cache';

const MAX_AGENTS = 5_000;
/** Longer ones are no browser's; cut off, so that what is remembered stays small. */
const MAX_AGENT_LENGTH = 512;

const verdicts = new LRUCache<string, boolean>({ max: MAX_AGENTS });

/**
 * Programs that a developer runs by hand or in a test. isbot counts them as bots, but none of them crawls the web by
 * itself: somebody sent this click, and expects to find it in the totals.
 */
const TOOL =
  /^(node|undici|deno|bun|curl|wget|httpie|postmanruntime|insomnia|axios|got|node-fetch|python|aiohttp|go-http-client|okhttp|java|ruby|php|guzzlehttp|autocannon|k6)\b/i;

/** A browser that a program drives, without a window. */
const HEADLESS = /headless|phantomjs|jsdom|electron|cypress/i;

/**
 * Whether a click was made by a machine that says so: a crawler, a link preview, a monitor, a headless browser. From loopback origins,
 * headless browsers count as people: there they are the tests of whoever integrates. Contract 2, section 17.
 */
export function isBot(userAgent: string | undefined, origin: string | null): boolean {
  if (userAgent === undefined) return false;
  const agent = userAgent.slice(0, MAX_AGENT_LENGTH);
  if (!isMachine(agent)) return false;
  return !(HEADLESS.test(agent) && origin !== null && isLoopback(origin.slice(origin.indexOf('//') + 2)));
}

function isMachine(agent: string): boolean {
  let verdict = verdicts.get(agent);
  if (verdict === undefined) {
    verdict = isbot(agent) && !TOOL.test(agent);
    verdicts.set(agent, verdict);
  }
  return verdict;
}
