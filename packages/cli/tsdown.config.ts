import { defineConfig } from 'tsdown';
import { LICENSES, licensesOf } from '../../scripts/licenses.js';

export default defineConfig({
  entry: ['src/main.ts'],
  format: 'esm',
  fixedExtension: false,
  platform: 'node',
  target: 'node20',
  dts: false,
  logLevel: 'warn',
  // What is ours is bundled, from its source: the contract is not published, and the build order then does not matter.
  inputOptions: { resolve: { conditionNames: ['svc-source', 'import', 'node', 'default'] } },
  // Of the protocol's library, `svc mcp` needs its client and stdio; installed, it would bring ninety packages of servers.
  inlineOnly: ['@modelcontextprotocol/sdk', 'zod', 'eventsource-parser', 'pkce-challenge', 'content-type'],
  plugins: [
    {
      name: 'licenses',
      generateBundle(_options, outputs) {
        const modules = Object.values(outputs).flatMap((output) =>
          output.type === 'chunk' ? output.moduleIds : [],
        );
        this.emitFile({ type: 'asset', fileName: LICENSES, source: licensesOf(modules) });
      },
    },
  ],
});
