import { join } from 'node:path';
import { readTextIfThere } from './settings.js';

/** What a folder's package.json depends on: version or place of each package by its name. */
export async function dependenciesOf(folder: string): Promise<ReadonlyMap<string, string>> {
  const text = await readTextIfThere(join(folder, 'package.json'));
  try {
    const { dependencies = {}, devDependencies = {} } = JSON.parse(text ?? '{}');
    return new Map(Object.entries<string>({ ...dependencies, ...devDependencies }));
  } catch {
    // A broken package.json does not concern svc.
    return new Map();
  }
}

/** How to install the libraries: from the registry, or from the folder of files that this tool itself was installed from. */
export async function installCommandOf(folder: string): Promise<string> {
  const place = (await dependenciesOf(folder)).get('@svc/cli') ?? '';
  const packed = /^file:(.*?)svc-cli-([^/]+\.tgz)$/.exec(place);
  if (packed === null) return 'npm install @svc/browser @svc/node';
  const [, path = '', version = ''] = packed;
  const from = /^[./]/.test(path) ? path : `./${path}`;
  return `npm install ${from}svc-browser-${version} ${from}svc-node-${version}`;
}
