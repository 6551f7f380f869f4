import { Alert, Button, Card, Center, Image, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { IconFile, IconFileTypePdf, IconFileTypeTxt, IconFileTypeZip } from '@tabler/icons-react';
import { addressOf, type Row } from '../../api/client.js';
import { useList } from '../../api/use-read.js';
import { usePartnerProgram, useProgramId } from '../../session/session.js';
import { texts } from '../../texts/assets.js';
import { texts as uiTexts } from '../../texts/ui.js';
import { Snippet } from '../../ui/copy.js';
import { DownloadLink } from '../../ui/download-link.js';
import { PageHeader } from '../../ui/page-header.js';
import { EmptyState, ErrorState, Loading } from '../../ui/states.js';
import { formatSize, kindOf, LINK } from '../assets/asset.js';
import { Standing, useStanding } from './standing.js';

type PartnerAsset = Row<'/api/partner/programs/{programId}/assets'>;

const PREVIEW_HEIGHT = 140;
const ICONS: Readonly<Record<string, typeof IconFile>> = {
  'application/pdf': IconFileTypePdf,
  'application/zip': IconFileTypeZip,
  'text/plain': IconFileTypeTxt,
};

/** Files and texts that the company offers its partners, to download and to copy. */
export function PortalAssetsPage() {
  const { company: workspace } = usePartnerProgram();
  const { canMakeLinks: isApproved } = useStanding();
  return (
    <>
      <PageHeader title={texts.assets} description={texts.partnerDescription({ workspace })} />
      <Standing />
      {isApproved ? (
        <Assets />
      ) : (
        <Card padding={0}>
          <EmptyState title={texts.noAssetsYet} text={texts.onlyApproved} />
        </Card>
      )}
    </>
  );
}

function Assets() {
  const programId = useProgramId();
  const { company: workspace } = usePartnerProgram();
  const assets = useList('/api/partner/programs/{programId}/assets', { path: { programId } });
  if (assets.error) return <ErrorState error={assets.error} retry={assets.retry} />;
  if (assets.rows === undefined) return <Loading height={320} />;
  if (assets.rows.length === 0) {
    return (
      <Card padding={0}>
        <EmptyState title={texts.noAssetsYet} text={texts.nothingOffered({ workspace })} />
      </Card>
    );
  }
  const hasNoLink = assets.rows.some(({ body }) => body?.includes(LINK));
  return (
    <>
      {hasNoLink && (
        <Alert color="blue" variant="light" mb="md">
          {texts.needsALink({ link: LINK })}
        </Alert>
      )}
      <SimpleGrid cols={{ base: 1, sm: 2, xl: 3 }} spacing="md">
        {assets.rows.map((asset) => (
          <AssetCard key={asset.id} asset={asset} />
        ))}
      </SimpleGrid>
      {assets.more && (
        <Center mt="md">
          <Button variant="default" onClick={assets.more} loading={assets.isLoadingMore === true}>
            {uiTexts.loadMore}
          </Button>
        </Center>
      )}
    </>
  );
}

function AssetCard({ asset }: { readonly asset: PartnerAsset }) {
  return (
    <Card component="section" aria-label={asset.name}>
      <Stack gap="sm" h="100%" justify={asset.body === null ? 'space-between' : 'flex-start'}>
        <div>
          <Title order={3} style={{ overflowWrap: 'anywhere' }}>
            {asset.name}
          </Title>
          {asset.size_bytes !== null && (
            <Text size="sm" c="dimmed">
              {kindOf(asset)} · {formatSize(asset.size_bytes)}
            </Text>
          )}
        </div>
        {asset.body === null ? (
          <FileOf asset={asset} />
        ) : (
          <Snippet code={asset.body} label={asset.name} wraps />
        )}
      </Stack>
    </Card>
  );
}

function FileOf({ asset }: { readonly asset: PartnerAsset }) {
  const programId = useProgramId();
  const type = asset.media_type ?? '';
  const href = addressOf('/api/partner/programs/{programId}/assets/{id}/file', {
    path: { programId, id: String(asset.id) },
  });
  const Icon = ICONS[type] ?? IconFile;
  return (
    <>
      {type.startsWith('image/') ? (
        <Image src={href} alt={asset.name} h={PREVIEW_HEIGHT} fit="contain" loading="lazy" radius="sm" />
      ) : (
        <Center h={PREVIEW_HEIGHT} c="dimmed">
          <Icon size={56} stroke={1.2} aria-hidden />
        </Center>
      )}
      <DownloadLink href={href}>{texts.download}</DownloadLink>
    </>
  );
}
