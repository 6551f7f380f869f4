import { Alert, Group } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useRead } from '../api/use-read.js';
import type { Viewed } from '../session/viewing.js';
import { texts as names } from '../texts/explain.js';
import { texts } from '../texts/viewing.js';
import { LinkButton } from '../ui/links.js';

/** Says whose portal it is that a member of the team views, and leads back to the partner's page. */
export function ViewingBanner({ viewed: { programId, partnerId } }: { readonly viewed: Viewed }) {
  const { data } = useRead('/api/programs/{programId}/partners/{id}', { path: { programId, id: partnerId } });
  return (
    <Alert
      mb="md"
      color="yellow"
      variant="light"
      role="status"
      icon={<IconEye size={18} aria-hidden />}
      styles={{ title: { color: 'var(--mantine-color-text)' } }}
      title={texts.viewingAs({ partner: data?.name ?? names.partnerNumber({ id: partnerId }) })}
    >
      <Group justify="space-between" gap="sm">
        {texts.readOnly}
        <LinkButton
          to="/p/$programId/partners/$partnerId"
          params={{ programId, partnerId }}
          size="xs"
          variant="default"
        >
          {texts.backToPartner}
        </LinkButton>
      </Group>
    </Alert>
  );
}
