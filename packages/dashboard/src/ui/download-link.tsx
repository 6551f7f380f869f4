import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';

/** A button that downloads a file of the service: `<DownloadLink href={addressOf('/api/…/report.csv', …)}>`. */
export function DownloadLink({
  href,
  children = 'CSV',
}: {
  readonly href: string;
  readonly children?: string;
}) {
  return (
    <Button
      component="a"
      href={href}
      download
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
    >
      {children}
    </Button>
  );
}
