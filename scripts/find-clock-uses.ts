import ts from 'typescript';

/** SQL that asks for the time by another name than `now()` and `clock_timestamp()`, which a simulation replaces. */
const OTHER_SQL_TIMES =
  /\b(?:current_timestamp|current_date|current_time|localtimestamp|localtime)\b|\b(?:statement_timestamp|transaction_timestamp|timeofday)\s*\(|\bpg_catalog\s*\.\s*(?:now|clock_timestamp)\b|'(?:now|today|tomorrow|yesterday)'\s*::/gi;

const lineOf = (text: string, position: number) => text.slice(0, position).split('\n').length;

/** Lines of SQL that ask for the time in a way that a simulation cannot replace. */
export function findOtherSqlTimes(sql: string): string[] {
  return [...sql.matchAll(OTHER_SQL_TIMES)].map(
    (match) => `${lineOf(sql, match.index)}: ${match[0]} asks for the time; write now() or clock_timestamp()`,
  );
}

/** Places of a program that ask the machine for the time, each with its line. */
export function findClockUses(path: string, text: string): string[] {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (asksForTime(node)) {
      const what = node.getText(source).split('\n')[0];
      found.push(`${lineOf(text, node.getStart(source))}: ${what} asks the machine for the time`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** `Date.now`, called or passed on; `new Date()`; `Date()`. */
function asksForTime(node: ts.Node): boolean {
  if (ts.isPropertyAccessExpression(node)) return isDate(node.expression) && node.name.text === 'now';
  if (ts.isElementAccessExpression(node)) return isDate(node.expression);
  if (ts.isNewExpression(node)) return isDate(node.expression) && (node.arguments ?? []).length === 0;
  return ts.isCallExpression(node) && isDate(node.expression);
}

function isDate(node: ts.Expression): boolean {
  if (ts.isIdentifier(node)) return node.text === 'Date';
  return ts.isPropertyAccessExpression(node) && node.name.text === 'Date';
}
