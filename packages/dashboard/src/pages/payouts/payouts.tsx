import { Group, Tabs } from '@mantine/core';
import { oneOf, useFilters } from '../../session/search.js';
import { useCan } from '../../session/session.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/payouts.js';
import { PageHeader } from '../../ui/page-header.js';
import { AllPayouts } from './all-payouts.js';
import { Due } from './due.js';
import { OtherPrograms } from './other-programs.js';
import { Runs } from './runs.js';
import { ScheduleLine } from './schedule-line.js';

const FILTERS = { show: oneOf('due', 'runs', 'all') };

/** Paying partners: what is due, the runs that were made of it, and every payout. */
export function PayoutsPage() {
  const [search, setSearch] = useFilters(FILTERS);
  const canRead = useCan('report:read');
  const shown = search.show ?? 'due';
  const show = (next: string | null) =>
    setSearch({ show: next === 'runs' || next === 'all' ? next : undefined });
  return (
    <>
      <PageHeader title={common.payouts} description={texts.reviewWhatIsDueCreate} />
      <Group gap="0 2rem">
        <ScheduleLine />
        {canRead && <OtherPrograms />}
      </Group>
      <Tabs value={shown} onChange={show} keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="due">{texts.due}</Tabs.Tab>
          <Tabs.Tab value="runs">{texts.runs}</Tabs.Tab>
          <Tabs.Tab value="all">{texts.allPayouts}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="due">
          <Due />
        </Tabs.Panel>
        <Tabs.Panel value="runs">
          <Runs />
        </Tabs.Panel>
        <Tabs.Panel value="all">
          <AllPayouts />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}
