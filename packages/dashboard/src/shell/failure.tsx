import { Box, Button } from '@mantine/core';
import { IconMapQuestion } from '@tabler/icons-react';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { ApiError } from '../api/error.js';
import { common } from '../texts/common.js';
import { texts } from '../texts/shell.js';
import { LinkButton } from '../ui/links.js';
import { PageHeader } from '../ui/page-header.js';
import { EmptyState } from '../ui/states.js';

/** Shown where an address leads nowhere, or to what the viewer may not see. */
export function NotFound() {
  return (
    <Box pt="xl">
      <PageHeader title={texts.pageNotFound} isTopLevel />
      <EmptyState
        icon={<IconMapQuestion size={22} aria-hidden />}
        title={texts.weCantFindThisPage}
        text={texts.theAddressMayBeMistyped}
        action={<LinkButton to="/">{common.goToHomePage}</LinkButton>}
      />
    </Box>
  );
}

/** Shown where a page failed. Not-found errors say so; reloading helps after a new version of the service. */
export function PageFailure({ error, reset }: ErrorComponentProps) {
  if (error instanceof ApiError && error.status === 404) return <NotFound />;
  return (
    <Box pt="xl" role="alert">
      <PageHeader title={texts.somethingWentWrong} isTopLevel />
      <EmptyState
        title={texts.thisPageCouldNot}
        text={(error as Error).message}
        action={
          <>
            <Button variant="default" mr="xs" onClick={reset}>
              {common.tryAgain}
            </Button>
            <Button onClick={() => window.location.reload()}>{texts.reloadPage}</Button>
          </>
        }
      />
    </Box>
  );
}
