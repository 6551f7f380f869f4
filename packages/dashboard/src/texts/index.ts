import { texts as account } from './account.js';
import { texts as activity } from './activity.js';
import { texts as adjustments } from './adjustments.js';
import { texts as api } from './api.js';
import { texts as audit } from './audit.js';
import { texts as breakdown } from './breakdown.js';
import { texts as claims } from './claims.js';
import { texts as commissions } from './commissions.js';
import { common } from './common.js';
import { texts as customers } from './customers.js';
import { texts as format } from './format.js';
import { texts as integration } from './integration.js';
import { texts as keys } from './keys.js';
import { texts as links } from './links.js';
import { texts as managementKeys } from './management-keys.js';
import { texts as overview } from './overview.js';
import { texts as partners } from './partners.js';
import { texts as payments } from './payments.js';
import { texts as payouts } from './payouts.js';
import { texts as people } from './people.js';
import { texts as portal } from './portal.js';
import { texts as programs } from './programs.js';
import { texts as reports } from './reports.js';
import { texts as rules } from './rules.js';
import { texts as sales } from './sales.js';
import { texts as security } from './security.js';
import { texts as shell } from './shell.js';
import { texts as ui } from './ui.js';
import { texts as webhooks } from './webhooks.js';
import { texts as workspaces } from './workspaces.js';

/** Every text that people read, by noun. Pages import the file of their noun, so that a page loads only its own texts. */
export const catalogue = {
  account,
  activity,
  adjustments,
  api,
  audit,
  breakdown,
  claims,
  commissions,
  common,
  customers,
  format,
  integration,
  keys,
  links,
  managementKeys,
  overview,
  partners,
  payments,
  payouts,
  people,
  portal,
  programs,
  reports,
  rules,
  sales,
  security,
  shell,
  ui,
  webhooks,
  workspaces,
} as const;
