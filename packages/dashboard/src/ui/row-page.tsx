import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ApiError } from '../api/error.js';
import { PageHeader } from './page-header.js';
import { ErrorState, Loading } from './states.js';

/** A page about one thing, which may be loading, missing or fail: then the header has the name of its kind. */
export function RowPage<Row>({
  row,
  title,
  missing,
  children,
}: {
  readonly row: UseQueryResult<Row, ApiError>;
  readonly title: string;
  /** What the page says where there is no such thing, and where it leads back to. */
  readonly missing: { readonly title: string; readonly back: ReactNode };
  readonly children: (row: Row) => ReactNode;
}) {
  if (row.data !== undefined) return children(row.data);
  return (
    <>
      <PageHeader title={title} />
      {row.error ? (
        <ErrorState error={row.error} retry={() => void row.refetch()} missing={missing} />
      ) : (
        <Loading height={560} />
      )}
    </>
  );
}
