// Fails when a component of the dashboard has a text of its own, or the catalogue one that nobody shows.
import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { findInlineTexts } from './inline-texts.js';

const ROOT = 'packages/dashboard/src';
const TEXTS = `${ROOT}/texts/`;
/** Names of products, generated types, and the sentences that explain a commission. */
const EXEMPT = [
  `${ROOT}/format/device.ts`,
  `${ROOT}/api/schema.ts`,
  `${ROOT}/ui/explain/`,
  `${ROOT}/pages/portal/story.tsx`,
];

const paths = readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path))
  .map((path) => `${ROOT}/${path.replaceAll('\\', '/')}`);
const components = paths
  .filter((path) => !path.startsWith(TEXTS))
  .map((path) => ({ path, content: readFileSync(path, 'utf8') }));

const inline = components
  .filter(({ path }) => !EXEMPT.some((exempt) => path.startsWith(exempt)))
  .flatMap(({ path, content }) => findInlineTexts(path, content).map((text) => `${path}:${text}`));

/** Names of texts of one file of the catalogue that no component mentions. */
function unusedTexts(path: string): string[] {
  const file = basename(path, '.ts');
  const variable = file === 'common' ? 'common' : 'texts';
  const users = components.filter(({ content }) => content.includes(`texts/${file}.js'`));
  const names = [...readFileSync(path, 'utf8').matchAll(/^ {2}(\w+):/gm)].map(([, name]) => name as string);
  return names
    .filter((name) => !users.some(({ content }) => new RegExp(`\\b${variable}\\.${name}\\b`).test(content)))
    .map((name) => `${path}: nothing shows ${name}`);
}

const unused = paths
  .filter((path) => path.startsWith(TEXTS) && !path.endsWith('/index.ts'))
  .flatMap(unusedTexts);

for (const problem of [...inline, ...unused]) console.error(problem);
if (inline.length > 0) console.error(`Put texts into ${TEXTS}, in the file of their noun.`);
process.exitCode = inline.length + unused.length === 0 ? 0 : 1;
