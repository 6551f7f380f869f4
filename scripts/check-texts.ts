// Fails when a component of the dashboard has a text of its own, the catalogue one that nobody shows, or a translation is not whole.
import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import {
  problemOf,
  problemsOfTranslation,
  readTexts,
  textFiles,
  translations,
} from '../packages/dashboard/scripts/text-files.js';
import { findInlineTexts } from './inline-texts.js';

const ROOT = 'packages/dashboard/src';
const TEXTS = `${ROOT}/texts/`;
/** Names of products, and generated types. */
const EXEMPT = [`${ROOT}/format/device.ts`, `${ROOT}/api/schema.ts`];

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

const unused = textFiles().flatMap((name) => unusedTexts(`${TEXTS}${name}`));

const wrong = textFiles().flatMap((name) =>
  [...readTexts(name)].flatMap(([key, text]) => {
    const problem = problemOf(text, 'en');
    return problem === null ? [] : [`${name}: ${key} ${problem}`];
  }),
);

const untranslated = translations().flatMap((language) => {
  const files = textFiles(language);
  const superfluous = files.filter((name) => !textFiles().includes(name));
  return [
    ...superfluous.map((name) => `${language}/${name} translates no file`),
    ...textFiles().flatMap((name) =>
      files.includes(name) ? problemsOfTranslation(name, language) : [`${language}/${name} is missing`],
    ),
  ];
});

const problems = [...inline, ...unused, ...wrong, ...untranslated];
for (const problem of problems) console.error(problem);
if (inline.length > 0) console.error(`Put texts into ${TEXTS}, in the file of their noun.`);
if (untranslated.length > 0) console.error('docs/languages.md says how to translate, and with which words.');
process.exitCode = problems.length === 0 ? 0 : 1;
