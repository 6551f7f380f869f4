import type { Pool } from 'pg';
import type { Now } from '../../../clock.js';
import { findRedirectLink, type RedirectLink } from '../../../features/links/find-redirect-link.js';
import { isStorable } from '../../../operations/storable.js';
import { type Destination, destinationOf } from './destination.js';
import { createRemembered, type Remembered } from './remembered.js';

const MAX_LINKS = 20_000;
const REMEMBERED_MS = 3_000;

/** A link and where it leads; null: nowhere, because it is inactive. */
export interface Redirect extends Pick<RedirectLink, 'programId' | 'fallbackUrl'> {
  readonly destination: Destination | null;
}

/** The links that lead on, by `shortLinkKeyOf`. */
export type RedirectCatalog = Remembered<Redirect>;

/** A catalog over `links`; other processes see a change of a link, its partner or its program after three seconds at most. */
export function createRedirectCatalog(pool: Pool, now: Now): RedirectCatalog {
  return createRemembered({
    max: MAX_LINKS,
    ttlMs: REMEMBERED_MS,
    now,
    async find(key) {
      if (!isStorable(key)) return null;
      const link = await findRedirectLink(pool, key);
      return link && redirectOf(link);
    },
  });
}

function redirectOf({ shortLink, programId, isActive, destinationUrl, fallbackUrl }: RedirectLink): Redirect {
  const isLeading = isActive && destinationUrl !== null;
  return {
    programId,
    fallbackUrl,
    destination: isLeading ? destinationOf(destinationUrl, shortLink) : null,
  };
}
