import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EmptyProject, installPacked, ROOT } from './packed.js';

/** How each library is used, in plain JavaScript and with types; each program ends by printing `done`. */
const LIBRARIES = [
  {
    name: '@svc/node',
    folder: 'packages/node',
    use: `
      const svc = new Svc('svc_test_key', { baseUrl: 'http://127.0.0.1:9', maxRetries: 0 });
      svc.trackSale({ customerExternalId: 'user-1', amount: 4900, invoiceId: 'invoice-1' }).then((result) => {
        if (!result.ok && result.status === 0 && !isSettled(result) && readClickId(null) === null) console.log('done');
      });`,
    names: 'Svc, isSettled, readClickId',
    types: `
      import { clickIdCookie, type CookieSource, isSettled, readClickId, type Result, type SaleData, Svc } from '@svc/node';
      const svc = new Svc('svc_test_key', { baseUrl: undefined, timeoutMs: 1 });
      export async function sell(source: CookieSource): Promise<Result<SaleData>> {
        const clickId: string | null = readClickId(source);
        if (clickId !== null) clickIdCookie(clickId, { cookieWindowDays: 60 }).length;
        await svc.trackLead({ customerExternalId: 'user-1', clickId, email: null, testMode: true });
        // @ts-expect-error only a test sale can omit the invoice id
        await svc.trackSale({ customerExternalId: 'user-1', amount: 4900 });
        await svc.trackSale({ customerExternalId: 'user-1', amount: 4900, testMode: true });
        const result = await svc.trackRefund({ invoiceId: 'invoice-1' });
        if (!result.ok) {
          const status: number = result.status;
          // @ts-expect-error there is no data in a failure
          isSettled(result) && status && result.data;
        }
        return svc.trackSale({ clickId, amount: 4900, invoiceId: 'invoice-1' });
      }`,
  },
  {
    name: '@svc/browser',
    folder: 'packages/browser',
    // On a server it does nothing.
    use: `
      init({ programId: 1, baseUrl: 'http://127.0.0.1:9' }).then(() => console.log('done'));`,
    names: 'init, signup, getClickId, getData',
    types: `
      import { getClickId, getData, init, signup } from '@svc/browser';
      export async function trackBuyer(): Promise<boolean> {
        await init({ programId: 1, baseUrl: 'http://127.0.0.1:9', cookieDomain: 'shop.example', debug: true });
        // @ts-expect-error the program is a number
        await init({ programId: '1' });
        const clickId: string | null = getClickId();
        const { hasAttribution, affiliateUrl } = getData();
        const { ok, status, error } = await signup('user-1', 'ann@customer.test');
        return ok && hasAttribution && status === 200 && error === undefined && affiliateUrl !== clickId;
      }`,
  },
] as const;

describe.each(LIBRARIES)('$name, installed from its tarball into an empty project, works', (library) => {
  let project: EmptyProject;
  beforeAll(async () => {
    project = await installPacked([library.folder]);
  });
  afterAll(() => project?.remove());

  test('as an ECMAScript module', async () => {
    await project.write('esm.mjs', `import { ${library.names} } from '${library.name}';${library.use}`);
    expect(await project.node('esm.mjs')).toBe('done\n');
  });

  test('with CommonJS require', async () => {
    await project.write('cjs.cjs', `const { ${library.names} } = require('${library.name}');${library.use}`);
    // Newer Nodes can require an ECMAScript module, which older ones cannot.
    expect(await project.node('--no-experimental-require-module', 'cjs.cjs')).toBe('done\n');
  });

  test.each([
    ['bundler', 'esnext', 'esm.ts'],
    ['nodenext', 'nodenext', 'esm.mts'],
    ['nodenext', 'nodenext', 'cjs.cts'],
  ])('in strict TypeScript, moduleResolution %s (module %s, %s)', async (moduleResolution, module, file) => {
    await project.write(`types/${file}`, library.types);
    const compilerOptions = {
      strict: true,
      exactOptionalPropertyTypes: true,
      noEmit: true,
      // The shipped types are checked too; they need neither Node's types nor the DOM's.
      skipLibCheck: false,
      lib: ['es2022'],
      types: [],
      target: 'es2022',
      module,
      moduleResolution,
    };
    const config = `types/${file}.json`;
    await project.write(config, JSON.stringify({ compilerOptions, files: [file] }));
    expect(await project.node(join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', config)).toBe('');
  });
});
