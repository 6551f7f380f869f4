import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useDownload } from './use-download.js';

interface DownloadLinkProps {
  readonly href: string;
  readonly children?: string;
  /** Left out: as the service names it. */
  readonly fileName?: string;
}

/** A button that downloads a file of the service: `<DownloadLink href={addressOf('/api/…/report.csv', …)}>`. */
export function DownloadLink({ href, children = 'CSV', fileName }: DownloadLinkProps) {
  return (
    <Button
      component="a"
      href={href}
      download={fileName ?? true}
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
    >
      {children}
    </Button>
  );
}

/** As `DownloadLink`, for a file that takes long to make: progress is shown, and can be cancelled. */
export function LongDownloadLink({ href, children = 'CSV', fileName }: DownloadLinkProps) {
  const { link, isLoading } = useDownload(href, fileName);
  return (
    <Button
      component="a"
      {...link}
      loading={isLoading}
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
    >
      {children}
    </Button>
  );
}
