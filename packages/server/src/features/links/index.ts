import type { Operation } from '../../operations/operation.js';
import { createLink } from './create-link.js';
import { createPartnerLink } from './create-partner-link.js';
import { listLinks } from './list-links.js';
import { listPartnerLinks } from './list-partner-links.js';
import { readPartnerLink } from './read-partner-link.js';
import { readLink } from './show-link.js';
import { updateLink } from './update-link.js';

/** What can be asked of links. */
export const LINKS: readonly Operation[] = [
  createLink,
  createPartnerLink,
  listLinks,
  listPartnerLinks,
  readLink,
  readPartnerLink,
  updateLink,
];
