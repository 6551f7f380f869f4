import { EmptyState } from '../../ui/states.js';

export function Page() {
  return (
    <>
      <h2>Part</h2>
      <EmptyState title="Nothing here yet" />
    </>
  );
}
