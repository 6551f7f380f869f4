import { Button, type ButtonProps, Menu } from '@mantine/core';
import {
  IconBrandLinkedin,
  IconBrandWhatsapp,
  IconBrandX,
  IconMail,
  IconShare2,
  type TablerIcon,
} from '@tabler/icons-react';
import { useState } from 'react';
import { texts } from '../texts/share.js';

/** Where an address can be shared without the browser's own dialog. */
const PLACES: readonly {
  readonly key: 'email' | 'whatsApp' | 'x' | 'linkedIn';
  readonly icon: TablerIcon;
  href(url: string): string;
}[] = [
  { key: 'email', icon: IconMail, href: (url) => `mailto:?body=${encodeURIComponent(url)}` },
  {
    key: 'whatsApp',
    icon: IconBrandWhatsapp,
    href: (url) => `https://wa.me/?text=${encodeURIComponent(url)}`,
  },
  { key: 'x', icon: IconBrandX, href: (url) => `https://x.com/intent/post?url=${encodeURIComponent(url)}` },
  {
    key: 'linkedIn',
    icon: IconBrandLinkedin,
    href: (url) => `https://www.linkedin.com/sharing/share-offsite/?url=${encodeURIComponent(url)}`,
  },
];

/** Shares an address: in the dialog of the device where the browser has one, otherwise in a menu of places. */
export function ShareButton({ url, ...props }: ButtonProps & { readonly url: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const hasDialog = typeof navigator.share === 'function';
  const toggle = async (open: boolean) => {
    if (!open || !hasDialog) return setIsOpen(open);
    // What was closed without choosing is over; where the dialog cannot open, the menu does.
    await navigator.share({ url }).catch((error: unknown) => {
      if (!(error instanceof DOMException && error.name === 'AbortError')) setIsOpen(true);
    });
  };
  return (
    <Menu opened={isOpen} onChange={(open) => void toggle(open)} position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<IconShare2 size={16} aria-hidden />} {...props}>
          {texts.shareBy}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {PLACES.map(({ key, icon: Icon, href }) => (
          <Menu.Item
            key={key}
            component="a"
            href={href(url)}
            target="_blank"
            rel="noreferrer"
            leftSection={<Icon size={16} aria-hidden />}
          >
            {texts.places[key]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
