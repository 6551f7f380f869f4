import ts from 'typescript';

/** Attributes and fields whose value people read, however short it is. */
const READ = new Set([
  'alt',
  'aria-description',
  'aria-label',
  'confirm',
  'description',
  'dismiss',
  'done',
  'empty',
  'header',
  'hint',
  'label',
  'legend',
  'message',
  'note',
  'placeholder',
  'submit',
  'suffix',
  'text',
  'title',
]);

/** Fields that hold code for integrators to copy, which is no text. */
const CODE = new Set(['code']);

/** Elements and styles whose words are code. */
const CODE_ELEMENTS = new Set(['code', 'Code']);
const STYLES = new Set(['className', 'fontFamily', 'fontFamilyMonospace', 'style', 'styles']);

/** Calls whose arguments are selectors or names of exports. */
const CODE_CALLS = /(^|\.)(closest|lazyRouteComponent|querySelector|querySelectorAll|matches)$/;

const COMPARISONS = new Set([
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
  ts.SyntaxKind.InKeyword,
]);

/** Names of types, modules, compared values, selectors, styles and messages of errors that only developers see. */
function isTechnical(node: ts.Node): boolean {
  for (let child = node, parent = node.parent; parent !== undefined; child = parent, parent = parent.parent) {
    if (ts.isImportDeclaration(parent) || ts.isTypeNode(parent)) return true;
    if (ts.isBinaryExpression(parent) && COMPARISONS.has(parent.operatorToken.kind)) return true;
    if (ts.isCaseClause(parent) && parent.expression === child) return true;
    if (ts.isElementAccessExpression(parent)) return true;
    if (ts.isNewExpression(parent) && parent.expression.getText() === 'Error') return true;
    if (ts.isCallExpression(parent) && isCallOfCode(parent, child)) return true;
    if (ts.isPropertyAssignment(parent) && parent.name === child) return true;
    if ((ts.isPropertyAssignment(parent) || ts.isJsxAttribute(parent)) && isCodeName(attributeName(parent)))
      return true;
    if (ts.isStatement(parent)) return false;
  }
  return false;
}

function isCodeName(name: string): boolean {
  return CODE.has(name) || STYLES.has(name);
}

function isCallOfCode(call: ts.CallExpression, argument: ts.Node): boolean {
  if (call.expression === argument) return false;
  return call.expression.kind === ts.SyntaxKind.ImportKeyword || CODE_CALLS.test(call.expression.getText());
}

function attributeName(node: ts.JsxAttribute | ts.PropertyAssignment): string {
  return node.name.getText().replaceAll(/['"]/g, '');
}

/** The words of a literal; "…" stands for its expressions. */
function wordsOf(node: ts.Node): string | null {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return null;
  return node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join('');
}

function isAddress(words: string): boolean {
  return /^(\/|[\w.-]+:\/\/)/.test(words) || /^[\w-]+(\.[\w-]+)+$/.test(words);
}

/** Whether it reads as prose: a capitalised word, or two words side by side. Addresses and code do not. */
function isProse(words: string): boolean {
  if (isAddress(words) || /^import |^[A-Z]\w*Error$|^[\p{Lu} ]+$|sans-serif|monospace/u.test(words))
    return false;
  return /^\p{Lu}\p{Ll}/u.test(words) || /[\p{L}…][,.;:]? \p{L}{2,}/u.test(words);
}

/** Whether an attribute or a field has it as a value that people read: a short one has to be a word. */
function isReadValue(node: ts.Node, words: string): boolean {
  const { parent } = node;
  if (!ts.isJsxAttribute(parent) && !ts.isPropertyAssignment(parent)) return false;
  return READ.has(attributeName(parent)) && /\p{L}{2,}/u.test(words) && !isAddress(words);
}

/** The texts that stand in a component instead of in the catalogue, as "line: text". */
export function findInlineTexts(path: string, content: string): string[] {
  const source = ts.createSourceFile(path, content, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isJsxElement(node) && CODE_ELEMENTS.has(node.openingElement.tagName.getText())) return;
    const words = ts.isJsxText(node) ? node.text.trim() : wordsOf(node);
    if (words !== null && isText(node, words)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      found.push(`${line + 1}: ${words.replaceAll(/\s+/g, ' ')}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function isText(node: ts.Node, words: string): boolean {
  if (ts.isJsxText(node)) return /\p{L}/u.test(words);
  return !isTechnical(node) && (isReadValue(node, words) || isProse(words));
}
