import fs from 'node:fs';
import { join } from 'node:path';

/** The name of the file beside a bundled program that holds these texts. */
export const LICENSES = 'LICENSES.txt';

/** The license texts of the packages that these files belong to. Most licenses require that every copy includes them. */
export function licensesOf(files: readonly string[]): string {
  const roots = files.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []);
  const texts = [...new Set(roots)].sort().map((root) => {
    const { name, version, license } = JSON.parse(fs.readFileSync(join(root, 'package.json'), 'utf8'));
    const file = fs.readdirSync(root).find((entry) => /^licen[cs]e/i.test(entry));
    const text = file === undefined ? '' : `\n${fs.readFileSync(join(root, file), 'utf8').trim()}\n`;
    return `${name} ${version} (${license})\n${text}`;
  });
  return `This program contains the following packages.\n\n${texts.join(`\n${'-'.repeat(80)}\n\n`)}`;
}
