import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useRead } from '../../../api/use-read.js';
import { useWrite } from '../../../api/use-write.js';
import type { Program } from '../../../session/session.js';
import { common } from '../../../texts/common.js';
import { texts } from '../../../texts/workspaces.js';
import { Snippet } from '../../../ui/copy.js';
import { LinkButton } from '../../../ui/links.js';
import { PageHeader } from '../../../ui/page-header.js';
import { pageviewWays } from '../../integration/snippets.js';

/** The end of the first run: a key, the tag for the pages, the line that sets up a project, and the link to try. */
export function DoneStep({ program }: { readonly program: Program }) {
  const programId = String(program.id);
  const links = useRead('/api/programs/{programId}/links', {
    path: { programId },
    query: { limit: '1' },
  });
  const url = links.data?.data[0]?.referral_url;
  const tag = pageviewWays({ programId, baseUrl: location.origin }).find(({ key }) => key === 'script');
  return (
    <>
      <PageHeader
        title={texts.isSetUp({ name: program.name })}
        description={texts.nextConnectYourSite}
        isTopLevel
      />
      <Stack gap="lg">
        <KeyAndCommand programId={programId} />
        <Part title={texts.tagForYourPages} text={texts.inTheHeadOfEveryPage}>
          <Snippet code={tag?.code ?? ''} label={texts.scriptTag} />
        </Part>
        {url && (
          <Part title={texts.latestLink} text={texts.openItToTryYourSite}>
            <Snippet code={url} label={common.link} />
          </Part>
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

/** Creates the key of the program's server on request, and shows it once, in the command that takes it. */
function KeyAndCommand({ programId }: { readonly programId: string }) {
  const [key, setKey] = useState<string | null>(null);
  const create = useWrite('post', '/api/programs/{programId}/keys', {
    showsError: true,
    onDone: ({ api_key: secret }) => setKey(secret),
  });
  if (key === null) {
    return (
      <Part title={texts.keyForYourServer} text={texts.yourServerReportsWithIt}>
        <Button
          variant="default"
          loading={create.isSending}
          onClick={() => create.send({ path: { programId }, body: { name: texts.firstKeyName } })}
        >
          {texts.createAnApiKey}
        </Button>
      </Part>
    );
  }
  return (
    <>
      <Part title={texts.keyForYourServer}>
        <Alert color="orange" icon={<IconAlertTriangle aria-hidden />} mb="xs">
          {texts.copyTheKeyNow}
        </Alert>
        <Snippet code={key} label={texts.apiKey} wraps />
      </Part>
      <Part title={texts.setUpYourProject} text={texts.installTheTool}>
        <Snippet
          code={`npx --no-install svc init --yes --base-url ${location.origin} --api-key ${key} --program-id ${programId}`}
          label={texts.command}
          wraps
        />
      </Part>
    </>
  );
}

function Part({
  title,
  text,
  children,
}: {
  readonly title: string;
  readonly text?: string;
  readonly children: ReactNode;
}) {
  return (
    <div>
      <Text size="sm" fw={500} mb={4}>
        {title}
      </Text>
      {text !== undefined && (
        <Text size="sm" c="dimmed" mb={6}>
          {text}
        </Text>
      )}
      {children}
    </div>
  );
}
