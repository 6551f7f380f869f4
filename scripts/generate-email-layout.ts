// Writes packages/server/src/mail/layout.ts from layout.mjml beside it. With --check it only says whether it is current.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import mjml from 'mjml-core';
import preset from 'mjml-preset-core';

const SOURCE = new URL('../packages/server/src/mail/layout.mjml', import.meta.url);
const TARGET = new URL('../packages/server/src/mail/layout.ts', import.meta.url);

/** MJML warns that a placeholder is no colour. */
const EXPECTED_WARNING = /has invalid value: .*\{\{(accent|onAccent)\}\}/;

/** The layout as HTML, one tag or text on a line, without indentation. */
async function compile(): Promise<string> {
  const { html, errors } = await mjml.default(readFileSync(SOURCE, 'utf8'), {
    presets: [preset],
    keepComments: false,
    fonts: {},
  });
  const problems = errors
    .map(({ formattedMessage }) => formattedMessage)
    .filter((message) => !EXPECTED_WARNING.test(message));
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return html.replaceAll(/\s*\n\s*/g, '\n').trim();
}

/**
 * Takes `[[name]]…[[/name]]` out of HTML, pieces within pieces too, and leaves `[[name]]` in each place. What consists of
 * other pieces alone is only a place for them.
 */
function cut(html: string, pieces: Map<string, string>): string {
  return html.replaceAll(/\[\[(\w+)\]\]\n?(.*?)\n?\[\[\/\1\]\]/gs, (_, name: string, inside: string) => {
    const piece = cut(inside, pieces);
    if (!/^(\[\[\w+\]\]\s*)+$/.test(piece)) pieces.set(name, piece);
    return `[[${name}]]`;
  });
}

async function generate(): Promise<string> {
  const pieces = new Map<string, string>();
  const page = cut(await compile(), pieces);
  const entries = [['page', page] as const, ...pieces].map(
    ([name, html]) => `  ${name}: \`${html.replaceAll(/[`\\$]/g, '\\$&')}\`,\n`,
  );
  return [
    '// Written by `npm run generate` from layout.mjml; edit that instead.\n\n',
    '/** The pieces of an email in HTML: `[[name]]` is the place of another piece, `{{name}}` of a value. */\n',
    `export const LAYOUT = {\n${entries.join('')}} as const;\n`,
  ].join('');
}

const text = await generate();
if (process.argv.includes('--check')) {
  if (!existsSync(TARGET) || readFileSync(TARGET, 'utf8') !== text) {
    console.error('packages/server/src/mail/layout.ts does not fit layout.mjml: run npm run generate');
    process.exitCode = 1;
  }
} else {
  writeFileSync(TARGET, text);
}
