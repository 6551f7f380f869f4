import { PageHeader } from '../../ui/page-header.js';
import { EmptyState } from '../../ui/states.js';

export function Page() {
  return (
    <>
      <PageHeader title="Integration" />
      <EmptyState title="Nothing here yet" />
    </>
  );
}
