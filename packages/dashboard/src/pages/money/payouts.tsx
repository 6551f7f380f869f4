import { Tabs } from '@mantine/core';
import { oneOf, useFilters } from '../../session/search.js';
import { PageHeader } from '../../ui/page-header.js';
import { AllPayouts } from './payouts/all-payouts.js';
import { Due } from './payouts/due.js';
import { Runs } from './payouts/runs.js';

const FILTERS = { show: oneOf('due', 'runs', 'all') };

/** Paying partners: what is due, the runs that were made of it, and every payout. */
export function Page() {
  const [search, setSearch] = useFilters(FILTERS);
  const shown = search.show ?? 'due';
  const show = (next: string | null) =>
    setSearch({ show: next === 'runs' || next === 'all' ? next : undefined });
  return (
    <>
      <PageHeader
        title="Payouts"
        description="See what is due, make a run of it, send the money, and mark it as paid."
      />
      <Tabs value={shown} onChange={show} keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="due">Due</Tabs.Tab>
          <Tabs.Tab value="runs">Runs</Tabs.Tab>
          <Tabs.Tab value="all">All payouts</Tabs.Tab>
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
