import { PageHeader } from '../../ui/page-header.js';
import { EmptyState } from '../../ui/states.js';

export function Page() {
  return (
    <>
      <PageHeader title="Commissions" />
      <EmptyState title="Nothing here yet" />
    </>
  );
}
