import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import ts from 'typescript';

const MAX_FILE_LINES = 400;
const MAX_FUNCTION_LINES = 70;

/** Prints every file over 400 lines and every function over 70 (tests, whose functions are lists, by file only). */
function tooLong(path: string): string[] {
  const text = readFileSync(path, 'utf8');
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const lines = text.split('\n').length - 1;
  if (lines > MAX_FILE_LINES) found.push(`${path}: ${lines} lines, more than ${MAX_FILE_LINES}`);
  if (path.includes('/test/') || /\.(test|browsers|ecosystem)\.ts$/.test(path)) return found;
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node)) {
      const first = source.getLineAndCharacterOfPosition(node.getStart()).line;
      const last = source.getLineAndCharacterOfPosition(node.end).line;
      const length = last - first + 1;
      if (length > MAX_FUNCTION_LINES) {
        found.push(`${path}:${first + 1}: a function of ${length} lines, more than ${MAX_FUNCTION_LINES}`);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

const GENERATED = new Set([
  'packages/server/src/database/tables.ts',
  'packages/dashboard/src/api/schema.ts',
  'packages/node/src/management/schema.ts',
]);
const listed = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx'],
  {
    encoding: 'utf8',
  },
);
const problems = listed
  .split('\n')
  .filter((path) => existsSync(path) && !GENERATED.has(path))
  .flatMap(tooLong);
for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
