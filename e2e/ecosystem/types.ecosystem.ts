import { describe, expect, test } from 'vitest';
import { sharedTrial } from './trial.js';

const RELEASES = ['5.0', '5.1', '5.2', '5.3', '5.4', '5.5', '5.6', '5.7', '5.8', '5.9', '6.0', '7.0'];

const PROGRAM = `
  import { getData, init, signup } from '@svc/browser';
  import { readClickId, type Result, type SaleData, Svc, SvcManagement, verifyWebhook } from '@svc/node';
  const svc = new Svc('svc_test_key', { baseUrl: undefined, timeoutMs: 1 });
  export async function sell(headers: { get(name: string): string | null }): Promise<Result<SaleData>> {
    await init({ programId: 1 });
    const { ok } = await signup('user-1', getData().clickId);
    await verifyWebhook('{}', headers, undefined);
    const sales = new SvcManagement('svc_key', { baseUrl: 'http://127.0.0.1:9' }).list('/api/programs/{programId}/sales', { path: { programId: 1 } });
    for await (const sale of sales) sale.amount_cents.toFixed(ok ? 1 : 0);
    return svc.trackSale({ clickId: readClickId(null), amount: 4900, invoiceId: 'invoice-1' });
  }`;

describe('types of the packed client packages', () => {
  const trial = sharedTrial(
    Object.fromEntries(RELEASES.map((release) => [`typescript${release}`, `npm:typescript@~${release}.0`])),
  );

  test.each(
    RELEASES.flatMap((release) => [
      [release, 'bundler', 'esnext'],
      [release, 'nodenext', 'nodenext'],
    ]),
  )('are accepted by TypeScript %s with moduleResolution %s', async (release, moduleResolution, module) => {
    const { project } = trial;
    await project.write('program.ts', PROGRAM);
    const compilerOptions = {
      ...{ strict: true, noEmit: true, skipLibCheck: false, types: [], target: 'es2022' },
      ...{ lib: ['es2022'], module, moduleResolution },
    };
    await project.write('tsconfig.json', JSON.stringify({ compilerOptions, files: ['program.ts'] }));
    expect(await project.node(`node_modules/typescript${release}/bin/tsc`, '-p', 'tsconfig.json')).toBe('');
  });
});
