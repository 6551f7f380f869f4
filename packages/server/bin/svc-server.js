#!/usr/bin/env node
import { existsSync } from 'node:fs';

const main = new URL('../dist/program/main.js', import.meta.url);
if (existsSync(main)) {
  await import(main.href);
} else {
  console.error('svc-server is not built yet; run: npm run build');
  process.exitCode = 1;
}
