import { defineConfig } from 'tsdown';

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
});
