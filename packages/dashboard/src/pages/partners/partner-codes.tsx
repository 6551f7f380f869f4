import { Button, Group, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useList } from '../../api/use-read.js';
import { onlyPeriod } from '../../session/search.js';
import { useCan, useProgramId } from '../../session/session.js';
import { texts } from '../../texts/codes.js';
import { DataTable } from '../../ui/data-table.js';
import { CODE_COLUMNS } from '../codes/code-columns.js';
import { CreateCodeDrawer } from '../codes/create-code-drawer.js';
import type { PartnerDetail } from './partner-detail.js';

const COLUMNS = CODE_COLUMNS.filter(({ key }) => key !== 'partner');

/** The codes of a partner. */
export function PartnerCodes({ partner }: { readonly partner: PartnerDetail }) {
  const programId = useProgramId();
  const [isCreating, { open, close }] = useDisclosure(false);
  const canCreate = useCan('link:write') && partner.status === 'approved';
  const codes = useList('/api/programs/{programId}/codes', {
    path: { programId },
    query: { partner_id: String(partner.id) },
  });
  return (
    <section aria-label={texts.codes}>
      <Group justify="space-between" mt="xl" mb="sm">
        <Title order={2}>{texts.codes}</Title>
        {canCreate && (
          <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={open}>
            {texts.createACode}
          </Button>
        )}
      </Group>
      <DataTable
        label={texts.codes}
        list={codes}
        columns={COLUMNS}
        rowKey={({ id }) => id}
        to={({ id }) => ({
          to: '/p/$programId/codes/$codeId',
          params: { programId, codeId: String(id) },
          search: onlyPeriod as never,
        })}
        expectedRows={1}
        empty={{ title: texts.noCodesYet, text: texts.customersWhoEnterIt }}
      />
      {isCreating && <CreateCodeDrawer partnerId={String(partner.id)} onClose={close} />}
    </section>
  );
}
