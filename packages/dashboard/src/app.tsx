import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { lazy, type ReactNode, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from './api/query-client.js';
import { followPrinting } from './follow-printing.js';
import { createAppRouter, warmUp } from './router.js';
import { hasLeft } from './session/leave.js';
import { meOptions } from './session/session.js';
import { cssVariables, theme } from './theme.js';

// Where it cannot be loaded, the page goes on without.
const Toasts = lazy(() =>
  import('./shell/toasts.js').then(
    (module) => ({ default: module.Toasts }),
    () => ({ default: (): ReactNode => null }),
  ),
);

const queries = createQueryClient({
  signedOut() {
    if (hasLeft()) return;
    const { pathname, href } = router.state.location;
    if (router.state.matches.every(({ routeId }) => !routeId.startsWith('/signed-in'))) return;
    queries.clear();
    void router.navigate({ to: '/sign-in', search: pathname === '/' ? {} : { return: href } });
  },
  twoFactorRequired() {
    // What was known of the account is from before the workspace demanded it.
    void queries.invalidateQueries({ queryKey: meOptions.queryKey });
    void router.navigate({ to: '/account' });
  },
});
const router = createAppRouter(queries);
warmUp(router, queries);
followPrinting();

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
        <Suspense>
          <Toasts />
        </Suspense>
        <QueryClientProvider client={queries}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  );
}
