import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { dependenciesOf } from './manifest.js';

/** The frameworks that have snippets, in the order of the guide if the folder uses none of them. */
export const FRAMEWORKS = ['nextjs', 'react', 'html', 'express', 'processor', 'python', 'curl'] as const;
export type Framework = (typeof FRAMEWORKS)[number];

/** How to recognize a framework: packages that the folder depends on, or names of its files. */
const SIGNS: Readonly<Record<Framework, { readonly packages: readonly string[]; readonly files?: RegExp }>> =
  {
    nextjs: { packages: ['next'], files: /^next\.config\.[cm]?[jt]s$/ },
    react: { packages: ['react', 'preact'] },
    html: { packages: [], files: /\.html?$/ },
    express: { packages: ['express'] },
    processor: { packages: ['stripe', '@stripe/stripe-js'] },
    python: { packages: [], files: /^(requirements\.txt|pyproject\.toml|manage\.py|Pipfile)$|\.py$/ },
    // For whatever else sends HTTP requests: no folder shows that.
    curl: { packages: [] },
  };

/** The frameworks that a folder uses, by the dependencies in its package.json and by its files. */
export async function detectFrameworks(folder: string): Promise<Framework[]> {
  const [packages, files] = await Promise.all([dependenciesOf(folder), filesOf(folder)]);
  const found = FRAMEWORKS.filter((framework) => {
    const signs = SIGNS[framework];
    return signs.packages.some((name) => packages.has(name)) || files.some((file) => signs.files?.test(file));
  });
  // Next.js applications depend on React too, and Vite's have an index.html: the more specific one counts.
  if (found.includes('nextjs')) return found.filter((one) => one !== 'react' && one !== 'html');
  return found.includes('react') ? found.filter((one) => one !== 'html') : found;
}

async function filesOf(folder: string): Promise<string[]> {
  const listed = await Promise.all(
    ['.', 'public'].map((part) => readdir(join(folder, part)).catch(() => [])),
  );
  return listed.flat();
}
