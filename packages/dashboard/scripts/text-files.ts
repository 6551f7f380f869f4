import { readdirSync, readFileSync } from 'node:fs';
import compile from 'icu-minify/compile';
import ts from 'typescript';

/** The folder of the catalogue: English files, and a folder with the same files for each other language. */
export const TEXTS = new URL('../src/texts/', import.meta.url);

/** The languages that the catalogue is translated to. */
export function translations(): string[] {
  return readdirSync(TEXTS, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}

/** The names of the files of a language, such as `common.ts`; in English without a language. */
export function textFiles(language = ''): string[] {
  const folder = language === '' ? TEXTS : new URL(`${language}/`, TEXTS);
  return readdirSync(folder).filter((name) => name.endsWith('.ts'));
}

/** The messages of a file by their name, such as `empty.pending.title`. Anything in it but strings is an error. */
export function readTexts(name: string, language = ''): Map<string, string> {
  const path = `${language}${language && '/'}${name}`;
  const source = ts.createSourceFile(
    path,
    readFileSync(new URL(path, TEXTS), 'utf8'),
    ts.ScriptTarget.Latest,
    true,
  );
  const found = new Map<string, string>();
  const visit = (node: ts.Node): void => {
    if (ts.isObjectLiteralExpression(node)) collect(node, '', found, path);
    else ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function collect(
  part: ts.ObjectLiteralExpression,
  within: string,
  found: Map<string, string>,
  path: string,
): void {
  for (const property of part.properties) {
    const name = `${within}${property.name?.getText().replaceAll("'", '') ?? property.getText()}`;
    const value = ts.isPropertyAssignment(property) ? property.initializer : undefined;
    if (value !== undefined && ts.isObjectLiteralExpression(value)) collect(value, `${name}.`, found, path);
    else if (value !== undefined && ts.isStringLiteralLike(value)) found.set(name, value.text);
    else throw new Error(`${path}: ${name} is no string`);
  }
}

/** What is wrong with a message of a language by itself; null when nothing is. */
export function problemOf(text: string, language: string): string | null {
  if (text.trim() === '') return 'is empty';
  if (text.includes("'")) return 'has a straight apostrophe; write ’';
  if (text.includes('<')) return 'has a "<"; elements are places to fill: {link}';
  try {
    const needed = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    const short = placesOf(text).find(({ forms }) => forms && needed.some((form) => !forms.includes(form)));
    return short === undefined ? null : `needs the plural forms ${needed.join(', ')} of ${short.name}`;
  } catch (error) {
    return `is no message in ICU format: ${(error as Error).message}`;
  }
}

/** A place of a message that is filled: its name, and the plural forms if it is a count. */
interface Place {
  readonly name: string;
  readonly forms: readonly string[] | null;
}

const POUND = 0;
const SELECT = 1;
const PLURAL = 2;

/** The places of a message, from the array that it is compiled to. */
export function placesOf(text: string): Place[] {
  const places: Place[] = [];
  const visit = (node: unknown): void => {
    if (!Array.isArray(node)) return;
    const [name, type, options] = node as [unknown, unknown, unknown];
    const isPlace =
      typeof name === 'string' && (type === undefined || (typeof type === 'number' && type !== POUND));
    if (!isPlace) {
      node.forEach(visit);
      return;
    }
    places.push({ name, forms: type === PLURAL ? Object.keys(options as object) : null });
    if (type === PLURAL || type === SELECT) Object.values(options as object).forEach(visit);
  };
  visit(compile(text));
  return places;
}

/** What a translation of a file lacks, has too much, or fills otherwise, and what is wrong in it by itself. */
export function problemsOfTranslation(name: string, language: string): string[] {
  const source = readTexts(name);
  const texts = readTexts(name, language);
  const namesOf = (text: string) => [...new Set(placesOf(text).map((place) => place.name))].sort().join(', ');
  const problems = [...source].flatMap(([key, text]) => {
    const translated = texts.get(key);
    if (translated === undefined) return [`${key} is missing`];
    const problem = problemOf(translated, language);
    if (problem !== null) return [`${key} ${problem}`];
    if (namesOf(text) === namesOf(translated)) return [];
    return [
      `${key} has places for ${namesOf(translated) || 'nothing'}, not for ${namesOf(text) || 'nothing'}`,
    ];
  });
  const superfluous = [...texts.keys()]
    .filter((key) => !source.has(key))
    .map((key) => `${key} is superfluous`);
  return [...problems, ...superfluous].map((problem) => `${language}/${name}: ${problem}`);
}
