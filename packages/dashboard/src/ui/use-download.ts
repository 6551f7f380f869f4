import type { MouseEvent } from 'react';
import { downloadFile } from '../api/download.js';
import { useAction } from '../api/use-write.js';

/** Attributes of a link to a file that may take long to make. */
interface Download {
  readonly href: string;
  readonly download: string | true;
  readonly onClick: (event: MouseEvent) => void;
}

/**
 * Downloads a file that may take long to make: progress and errors are shown beside the page. `href`: see `addressOf`. The link stays one
 * for what people do with links besides clicking.
 */
export function useDownload(
  href: string,
  fileName?: string,
): { readonly link: Download; readonly isLoading: boolean } {
  const { send, isSending } = useAction(() => downloadFile(href, fileName), { changesNothing: true });
  const onClick = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (!isSending) send(undefined);
  };
  return { link: { href, download: fileName ?? true, onClick }, isLoading: isSending };
}
