import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';

/** A button that downloads a file of the service: `<DownloadLink href={addressOf('/api/…/report.csv', …)}>`. */
export function DownloadLink({
  href,
  children = 'CSV',
  fileName,
}: {
  readonly href: string;
  readonly children?: string;
  /** Left out: as the service names it. */
  readonly fileName?: string;
}) {
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
