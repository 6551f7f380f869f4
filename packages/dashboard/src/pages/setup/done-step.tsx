import { Stack, Text } from '@mantine/core';
import { useRead } from '../../api/use-read.js';
import type { Program } from '../../session/session.js';
import { Snippet } from '../../ui/copy.js';
import { LinkButton } from '../../ui/links.js';
import { PageHeader } from '../../ui/page-header.js';

/** The end of the first run: the link there is now, and on to connecting the site. */
export function DoneStep({ program }: { readonly program: Program }) {
  const programId = String(program.id);
  const links = useRead('/api/programs/{programId}/links', {
    path: { programId },
    query: { limit: '1' },
  });
  const url = links.data?.data[0]?.url;
  return (
    <>
      <PageHeader
        title={`${program.name} is set up`}
        description="What is left is to connect your site, so that clicks, sign-ups and sales arrive here."
        isTopLevel
      />
      <Stack gap="lg">
        {url && (
          <div>
            <Text size="sm" fw={500} mb={4}>
              The newest link
            </Text>
            <Snippet code={url} label="Link" />
          </div>
        )}
        <LinkButton to="/p/$programId/integration" params={{ programId }} fullWidth>
          Connect your site
        </LinkButton>
        <LinkButton to="/p/$programId/overview" params={{ programId }} variant="subtle" fullWidth>
          Go to the overview
        </LinkButton>
      </Stack>
    </>
  );
}
