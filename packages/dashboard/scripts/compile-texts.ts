import { readdirSync } from 'node:fs';
import compile from 'icu-minify/compile';
import type { Plugin } from 'vite';

const TEXTS = new URL('../src/texts/', import.meta.url);
const LANGUAGES = 'virtual:languages';
const TRANSLATION = 'virtual:translation/';

interface Node {
  readonly type: string;
  readonly value?: unknown;
  readonly start: number;
  readonly end: number;
}

/**
 * Compiles the messages of `src/texts/`, so that no page needs a parser: those with places to fill become arrays. Provides the
 * translations, one script for each folder of `src/texts/`, as `virtual:languages`.
 */
export function compileTexts(): Plugin {
  return {
    name: 'svc-texts',
    resolveId: (id) => (id === LANGUAGES || id.startsWith(TRANSLATION) ? `\0${id}` : undefined),
    load(id) {
      if (id === `\0${LANGUAGES}`) return languages();
      return id.startsWith(`\0${TRANSLATION}`) ? translation(id.slice(TRANSLATION.length + 1)) : undefined;
    },
    transform: {
      filter: { id: /\/packages\/dashboard\/src\/texts\/.*\.ts$/ },
      handler(code) {
        const messages = literalsOf(this.parse(code)).filter(({ value }) => value.includes('{'));
        const compiled = messages.reduceRight(
          (result, { start, end, value }) =>
            result.slice(0, start) + JSON.stringify(compile(value)) + result.slice(end),
          code,
        );
        return { code: compiled, map: null };
      },
    },
  };
}

function languages(): string {
  const loads = readdirSync(TEXTS, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${name}: () => import('${TRANSLATION}${name}')`);
  return `export default { ${loads.join(', ')} };`;
}

function translation(language: string): string {
  return readdirSync(new URL(`${language}/`, TEXTS))
    .map((file) => {
      const path = new URL(`${language}/${file}`, TEXTS).pathname;
      return `export { default as '${file.replace('.ts', '')}' } from '${path}';`;
    })
    .join('\n');
}

function literalsOf(node: unknown): (Node & { readonly value: string })[] {
  if (typeof node !== 'object' || node === null) return [];
  const { type, value } = node as Partial<Node>;
  if (type === 'Literal' && typeof value === 'string') return [node as Node & { readonly value: string }];
  return Object.values(node).flatMap(literalsOf);
}
