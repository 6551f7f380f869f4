import { notifications } from '@mantine/notifications';
import { useEffect, useState } from 'react';
import { texts } from '../texts/ui.js';

const SHOWN_MS = 2_000;

/** Copies a text, and says so for two seconds; where the browser refuses, that is said instead. */
export function useCopy(value: string): { readonly isCopied: boolean; readonly copy: () => Promise<void> } {
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  return {
    isCopied,
    async copy() {
      const done = await copyText(value);
      setIsCopied(done);
      if (!done) notifications.show({ message: texts.couldNotCopy, color: 'red' });
    },
  };
}

/** Pages have a clipboard only with HTTPS and where the browser permits it; the older way asks for neither. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text);
  }
}

function copySelected(text: string): boolean {
  const before = document.activeElement;
  const area = document.createElement('textarea');
  area.value = text;
  area.style.position = 'fixed';
  area.style.opacity = '0';
  // Inside of a dialog, which keeps the focus to itself.
  (before?.closest('[role=dialog]') ?? document.body).append(area);
  area.select();
  const isCopied = document.execCommand('copy');
  area.remove();
  if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  return isCopied;
}
