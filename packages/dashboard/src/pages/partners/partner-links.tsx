import { Button, Group, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconLinkPlus } from '@tabler/icons-react';
import { useList } from '../../api/use-read.js';
import { usePeriod } from '../../session/search.js';
import { useCan, useProgramId } from '../../session/session.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/partners.js';
import { CreateLinkDrawer } from '../links/create-link-drawer.js';
import { LinkTable } from '../links/link-table.js';
import type { PartnerDetail } from './partner-detail.js';

/** The links of a partner, with what each brought in the period. */
export function PartnerLinks({ partner }: { readonly partner: PartnerDetail }) {
  const programId = useProgramId();
  const { days } = usePeriod();
  const [isCreating, { open, close }] = useDisclosure(false);
  const canCreate = useCan('link:write') && partner.status === 'approved';
  const links = useList('/api/programs/{programId}/links', {
    path: { programId },
    query: { partner_id: String(partner.id), ...days },
  });
  return (
    <section aria-label={common.links}>
      <Group justify="space-between" mt="xl" mb="sm">
        <Title order={2}>{common.links}</Title>
        {canCreate && (
          <Button variant="default" leftSection={<IconLinkPlus size={16} aria-hidden />} onClick={open}>
            {common.createLink}
          </Button>
        )}
      </Group>
      <LinkTable
        links={links}
        expectedRows={2}
        empty={{
          title: common.noLinksYet,
          text: partner.status === 'approved' ? texts.thisPartnerNeedsALink : texts.youCanCreateLinksAfter,
          action: canCreate && <Button onClick={open}>{common.createLink}</Button>,
        }}
      />
      {isCreating && <CreateLinkDrawer partnerId={String(partner.id)} onClose={close} />}
    </section>
  );
}
