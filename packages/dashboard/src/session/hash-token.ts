import { useState } from 'react';

/**
 * The token behind "#" that the address of a mail carries: browsers send that part to nobody, so it stands in no log. It
 * is taken out of the address at once, so that it stays in no history either.
 */
export function useHashToken(): string {
  const [token] = useState(() => {
    const written = window.location.hash.slice(1);
    if (written !== '') window.history.replaceState(window.history.state, '', window.location.pathname);
    return written;
  });
  return token;
}
