import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { blocksOf } from './markdown.js';

const REPOSITORY = fileURLToPath(new URL('../../../..', import.meta.url));
const guides = readdirSync(join(REPOSITORY, 'docs')).filter((name) => name.endsWith('.md'));
const documents = [
  'README.md',
  'packages/node/README.md',
  'packages/browser/README.md',
  ...guides.map((name) => `docs/${name}`),
];

/** What the reader's own application has, and what an earlier block of the same page has made. */
const AROUND = `
import type Stripe from 'stripe';
import type * as node from '@svc/node';
declare global {
  const user: { readonly id: string; readonly email: string };
  const invoice: { readonly id: string };
  const request: Request;
  const response: { readonly headers: Headers; append(name: string, value: string): void };
  const stripe: Stripe;
  const svc: node.Svc;
  const db: { insert(table: string, row: object): Promise<void> };
  const clickId: string | null;
  const readClickId: typeof node.readClickId;
  const isRetryable: typeof node.isRetryable;
  const lastingClickIdCookie: typeof node.lastingClickIdCookie;
}
`;

const OPTIONS: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  moduleDetection: ts.ModuleDetectionKind.Force,
  lib: ['lib.es2024.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  types: ['node'],
  // The sources, so that it does not matter what was built when.
  paths: {
    '@svc/node': [join(REPOSITORY, 'packages/node/src/index.ts')],
    '@svc/browser': [join(REPOSITORY, 'packages/browser/src/index.ts')],
  },
};

/** What the compiler says of each text, by name; nothing where all is right. All of them are one program. */
function complaintsOf(texts: Readonly<Record<string, string>>): string[] {
  const snippetPath = (name: string) => join(REPOSITORY, 'packages/server/test/docs', `${name}.mts`);
  const files = new Map(Object.entries(texts).map(([name, text]) => [snippetPath(name), text]));
  const around = snippetPath('around');
  files.set(around, AROUND);
  const host = ts.createCompilerHost(OPTIONS);
  const { fileExists, readFile, getSourceFile } = host;
  host.fileExists = (path) => files.has(path) || fileExists.call(host, path);
  host.readFile = (path) => files.get(path) ?? readFile.call(host, path);
  host.getSourceFile = (path, language, ...more) => {
    const text = files.get(path);
    return text === undefined
      ? getSourceFile.call(host, path, language, ...more)
      : ts.createSourceFile(path, text, language);
  };
  const program = ts.createProgram([...files.keys()], OPTIONS, host);
  return [...files.keys()].flatMap((path) => {
    const source = program.getSourceFile(path);
    const found = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
    return found.map(({ messageText, start = 0 }) => {
      const line = (source?.getLineAndCharacterOfPosition(start).line ?? 0) + 1;
      return `${path.slice(path.lastIndexOf('/') + 1)}:${line}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
    });
  });
}

test('the TypeScript in the documents fits the packages', { timeout: 120_000 }, () => {
  const snippets = documents.flatMap((path) =>
    blocksOf(readFileSync(join(REPOSITORY, path), 'utf8'))
      .filter(({ language }) => language === 'ts')
      .map(({ line, text }) => [`${path.replaceAll(/\W/g, '-')}-line-${line}`, text] as const),
  );
  expect(snippets.length).toBeGreaterThan(6);
  const wrong = `await svc.trackSale({ customerExternalId: 7, amount: 4900 });`;
  const complaints = complaintsOf({ ...Object.fromEntries(snippets), wrong });
  expect(complaints).toEqual([
    expect.stringMatching(/^wrong\.mts:1: Type 'number' is not assignable to type 'string'/),
  ]);
});
