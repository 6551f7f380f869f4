import { Center, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/portal.js';
import { Snippet } from '../../ui/copy.js';
import { LinkQr } from '../../ui/link-qr.js';
import type { PartnerLink } from './partner-link.js';

/** A link as a QR code, for what is printed or shown on a screen. */
export function QrWindow({
  link,
  onClose,
}: {
  readonly link: PartnerLink | null;
  readonly onClose: () => void;
}) {
  // What is shown stays while the window closes.
  const [last, setLast] = useState(link);
  if (link !== null && link !== last) setLast(link);
  const url = last?.referral_url ?? '';
  return (
    <Modal
      opened={link !== null}
      onClose={onClose}
      title={texts.qrCodeOf({ shortLink: last?.short_link ?? '' })}
    >
      <Stack gap="md">
        <Center>
          <LinkQr url={url} name={last?.short_link ?? ''} />
        </Center>
        <Text size="sm" c="dimmed" ta="center">
          {texts.forPrintAndSlidesYoure}
        </Text>
        <Snippet code={url} label={common.link} />
      </Stack>
    </Modal>
  );
}
