import { defineConfig } from 'tsdown';

/** What both builds share. ES2020 is understood by every browser of the last five years. */
const shared = {
  target: 'es2020',
  clean: false,
  inputOptions: { resolve: { conditionNames: ['svc-source', 'import', 'default'] } },
} as const;

export default defineConfig([
  { ...shared, entry: ['src/index.ts'], format: ['esm', 'cjs'], platform: 'neutral', dts: true },
  {
    ...shared,
    entry: { 'svc-tracker': 'src/script.ts' },
    format: 'iife',
    platform: 'browser',
    minify: true,
    dts: false,
    outputOptions: { entryFileNames: '[name].js' },
  },
]);
