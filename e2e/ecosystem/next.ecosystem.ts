import { beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../../packages/server/test/support/free-port.js';
import { spawnWatched, statusOf, until } from '../../packages/server/test/support/service-process.js';
import { sharedTrial } from './trial.js';

const ROUTE = `
  import { exercise } from '../../../exercise.js';
  export const POST = async (request) => Response.json(await exercise(await request.json()));`;

/** An application with a page that tracks visitors, a middleware that renews the cookie, and a route in each runtime. */
const APPLICATION = {
  'next.config.mjs': 'export default { typescript: { ignoreBuildErrors: false } };',
  'middleware.js': `
    import { lastingClickIdCookie } from '@svc/node';
    import { NextResponse } from 'next/server';
    export function middleware(request) {
      const response = NextResponse.next();
      const cookie = lastingClickIdCookie(request, { cookieWindowDays: 60, secure: false });
      if (cookie !== null) response.headers.append('Set-Cookie', cookie);
      return response;
    }
    export const config = { matcher: ['/'] };`,
  'app/layout.jsx': 'export default ({ children }) => <html lang="en"><body>{children}</body></html>;',
  'app/page.jsx': `
    'use client';
    import { init } from '@svc/browser';
    import { useEffect } from 'react';
    export default function Page() {
      useEffect(() => { init({ programId: 1 }); }, []);
      return <h1>Shop</h1>;
    }`,
  'app/api/edge/route.js': `${ROUTE}\nexport const runtime = 'edge';`,
  'app/api/node/route.js': ROUTE,
};

describe.each(['15', '16'])('packed client packages in Next.js %s', (release) => {
  const trial = sharedTrial({ next: `^${release}.0.0`, react: '^19.2.0', 'react-dom': '^19.2.0' });
  let output: string;
  beforeAll(async () => {
    for (const [path, text] of Object.entries(APPLICATION)) await trial.project.write(path, text);
    output = await trial.project.node('node_modules/next/dist/bin/next', 'build');
  }, 900_000);

  test('are built without a warning about them', () => {
    expect(
      output.split('\n').filter((line) => /svc|node:|Edge Runtime is not|Dynamic Code/.test(line)),
    ).toEqual([]);
  });

  test('run in a page, a middleware, an edge route and a Node route', async () => {
    const port = await freePort();
    const address = `http://127.0.0.1:${port}`;
    const next = spawnWatched(
      process.execPath,
      ['node_modules/next/dist/bin/next', 'start', '--port', String(port), '--hostname', '127.0.0.1'],
      {
        cwd: trial.project.folder,
        env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1' } as Record<string, string>,
      },
    );
    await until(async () => next.child.exitCode !== null || (await statusOf(`${address}/`)) === 200);
    for (const route of ['edge', 'node']) {
      const exercise = await trial.prepare();
      const answer = await fetch(`${address}/api/${route}`, {
        method: 'POST',
        body: JSON.stringify(exercise),
      });
      await trial.expectDone(exercise, await answer.json());
    }
    const { clickId } = await trial.prepare();
    const page = await fetch(address, {
      headers: { cookie: `svc_click_id=${clickId}`, 'sec-fetch-dest': 'document', accept: 'text/html' },
    });
    expect(page.headers.get('set-cookie')).toContain(`svc_click_id=${clickId}`);
    expect(await page.text()).toContain('<h1>Shop</h1>');
    next.child.kill('SIGTERM');
    await next.ended;
  });
});
