import { Button, Group, Stack } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { encode, renderSVG } from 'uqr';
import { texts } from '../texts/ui.js';
import { QrCode } from './qr-code.js';

const MODULE_PIXELS = 16;
const BORDER = 2;

/** The QR code of an address, to look at and to take along: SVG for print, PNG for everything else. */
export function LinkQr({ url, name }: { readonly url: string; readonly name: string }) {
  const fileName = `qr-${name.replace(/[^\w.-]+/g, '-')}`;
  return (
    <Group gap="md" align="flex-end">
      <QrCode value={url} label={texts.qrCodeOf({ url })} size={148} />
      <Stack gap="xs">
        <DownloadButton onClick={() => save(`${fileName}.png`, pngOf(url))}>{texts.png}</DownloadButton>
        <DownloadButton onClick={() => save(`${fileName}.svg`, svgOf(url))}>{texts.svg}</DownloadButton>
      </Stack>
    </Group>
  );
}

function DownloadButton({ children, onClick }: { readonly children: string; readonly onClick: () => void }) {
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} aria-hidden />}
      aria-label={texts.downloadAs({ format: children })}
      onClick={onClick}
    >
      {children}
    </Button>
  );
}

async function svgOf(url: string): Promise<Blob> {
  return new Blob([renderSVG(url, { border: BORDER })], { type: 'image/svg+xml' });
}

async function pngOf(url: string): Promise<Blob> {
  const { data, size } = encode(url, { border: BORDER });
  const canvas = document.createElement('canvas');
  canvas.width = size * MODULE_PIXELS;
  canvas.height = size * MODULE_PIXELS;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('this browser draws nothing');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = '#000';
  for (const [y, row] of data.entries()) {
    for (const [x, isDark] of row.entries()) {
      if (isDark) context.fillRect(x * MODULE_PIXELS, y * MODULE_PIXELS, MODULE_PIXELS, MODULE_PIXELS);
    }
  }
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png'),
  );
}

async function save(fileName: string, content: Promise<Blob>): Promise<void> {
  const address = URL.createObjectURL(await content);
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(address);
}
