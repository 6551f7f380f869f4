/** A fenced block of a document. */
export interface Block {
  /** Where it begins, from 1. */
  readonly line: number;
  readonly language: string;
  readonly text: string;
  /** The comment above it, which only its source shows. */
  readonly comment: string | null;
}

const BLOCK = /^(?:<!-- (.+) -->\n\n?)?```(\w*)\n([\s\S]*?)^```$/gm;

/** The fenced blocks of a document, in their order. */
export function blocksOf(markdown: string): Block[] {
  return [...markdown.matchAll(BLOCK)].map(
    ({ index, 1: comment = null, 2: language = '', 3: text = '' }) => ({
      line: markdown.slice(0, index).split('\n').length,
      language,
      text,
      comment,
    }),
  );
}

/** The rows of all tables of a document, without those that head them. */
export function tableRows(markdown: string): string[][] {
  return [...markdown.matchAll(/^\| (.+) \|$/gm)]
    .map(([, row = '']) => row.split(' | ').map((cell) => cell.trim()))
    .filter(([first = '']) => !/^-+$/.test(first));
}
