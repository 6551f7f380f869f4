import { Card, SimpleGrid, Skeleton, Stack } from '@mantine/core';
import { useState } from 'react';
import type { Answer } from '../../api/client.js';
import { useRead } from '../../api/use-read.js';
import { useCan, useWorkspace, useWorkspaceId } from '../../session/session.js';
import { texts } from '../../texts/branding.js';
import { NoPermission } from '../../ui/no-permission.js';
import { PageHeader } from '../../ui/page-header.js';
import { ErrorState } from '../../ui/states.js';
import { BrandingForm } from './branding-form.js';
import { LogoCard } from './logo-card.js';
import { BrandingPreview } from './preview.js';

type WorkspaceBranding = Answer<'/api/workspaces/{workspaceId}/branding'>;

/** How a workspace looks to its partners. */
export function BrandingPage() {
  const workspaceId = useWorkspaceId();
  const mayChange = useCan('workspace:write');
  const read = useRead('/api/workspaces/{workspaceId}/branding', { path: { workspaceId } });
  if (!mayChange) return <NoPermission who={texts.owners} />;
  return (
    <>
      <PageHeader title={texts.branding} description={texts.description} />
      {read.data ? (
        <Settings key={workspaceId} branding={read.data} />
      ) : read.error ? (
        <ErrorState error={read.error} retry={() => void read.refetch()} />
      ) : (
        <Skeleton height={480} />
      )}
    </>
  );
}

function Settings({ branding }: { readonly branding: WorkspaceBranding }) {
  const workspace = useWorkspace();
  const fallback = workspace?.name ?? '';
  const [shown, setShown] = useState({
    name: branding.partner_name ?? '',
    color: branding.accent_color ?? '',
  });
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="lg">
      <Stack gap="lg">
        <Card>
          <BrandingForm branding={branding} fallback={fallback} onChange={setShown} />
        </Card>
        <LogoCard branding={branding} name={shown.name.trim() || fallback} />
      </Stack>
      <BrandingPreview name={shown.name.trim() || fallback} color={shown.color} logoUrl={branding.logo_url} />
    </SimpleGrid>
  );
}
