import { PageHeader } from '../../ui/page-header.js';
import { EmptyState } from '../../ui/states.js';

export function Page() {
  return (
    <>
      <PageHeader title="Customers" />
      <EmptyState title="Nothing here yet" />
    </>
  );
}
