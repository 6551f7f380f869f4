import { Stack, Text } from '@mantine/core';
import { useRead } from '../../../api/use-read.js';
import type { Program } from '../../../session/session.js';
import { common } from '../../../texts/common.js';
import { texts } from '../../../texts/workspaces.js';
import { Snippet } from '../../../ui/copy.js';
import { LinkButton } from '../../../ui/links.js';
import { PageHeader } from '../../../ui/page-header.js';

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
      <PageHeader title={texts.isSetUp(program.name)} description={texts.nextConnectYourSite} isTopLevel />
      <Stack gap="lg">
        {url && (
          <div>
            <Text size="sm" fw={500} mb={4}>
              {texts.latestLink}
            </Text>
            <Snippet code={url} label={common.link} />
          </div>
        )}
        <LinkButton to="/p/$programId/integration" params={{ programId }} fullWidth>
          {texts.connectYourSite}
        </LinkButton>
        <LinkButton to="/p/$programId/overview" params={{ programId }} variant="subtle" fullWidth>
          {texts.goToOverview}
        </LinkButton>
      </Stack>
    </>
  );
}
