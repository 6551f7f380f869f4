import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compileTexts } from './scripts/compile-texts.js';
import { preloadApplication } from './scripts/preload-application.js';

/** The service that `npm run dev` shows; its own pages aside, everything is asked there. */
const SERVICE = process.env.SVC_BASE_URL ?? 'http://localhost:4600';
const OF_THE_SERVICE = ['/api', '/track', '/js', '/docs', '/openapi.json'];

export default defineConfig({
  plugins: [react(), compileTexts(), preloadApplication()],
  logLevel: process.argv.includes('build') ? 'warn' : 'info',
  server: {
    // The demo occupies the ports from 4600 on.
    port: 4605,
    // A write has to come from a page of the service itself: the request keeps the host the browser used.
    proxy: Object.fromEntries(OF_THE_SERVICE.map((path) => [path, { target: SERVICE, changeOrigin: false }])),
  },
  build: {
    target: 'es2022',
    manifest: true,
    // Loading an image or a font is never worth a longer script, and data: addresses would need a looser policy.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        // What many pages use comes in one piece: a browser that has nothing yet waits for requests more than for bytes.
        // What belongs to pages, texts included, stays out of it, and so does what only forms of some kinds or pages with figures need.
        codeSplitting: {
          groups: [
            // Settles the language before anything with texts is run.
            {
              name: 'language',
              priority: 1,
              test: /\/src\/language\/(current|language)\.ts$|virtual:languages|preload-helper/,
            },
            {
              name: 'shared',
              minShareCount: 9,
              test: /^(?!.*\/pages\/|.*\/texts\/(?!api|common|format|shell|ui)|.*\/(contract\/[a-z]+\/story|NumberInput|react-number-format|TagsInput|Pill|PillsInput|Autocomplete|Radio|Switch)\/|.*\/(ui\/(explain\/[a-z-]+|breakdown|period-picker|chart[a-z-]*|figure|filters|use-list-page|list-table|spreadsheet-button|partner-filter|confirm-button|form-drawer|field-errors|rule-[a-z]+|money-input|data-table|table-menu|download-link|row-drawer|section-title)|format\/(buckets|rates))[.])/,
            },
          ],
        },
      },
    },
  },
});
