import type { Operation } from '../operations/operation.js';
import { ACTIVITY } from './activity/index.js';
import { ADJUSTMENTS } from './adjustments/index.js';
import { APPLICATIONS } from './applications/index.js';
import { ASSETS } from './assets/index.js';
import { AUDIT } from './audit/index.js';
import { BRANDING } from './branding/index.js';
import { BREAKDOWN } from './breakdown/index.js';
import { CLAIMS } from './claims/index.js';
import { CODES } from './codes/index.js';
import { COMMISSIONS } from './commissions/index.js';
import { COMPANIES } from './companies/index.js';
import { CUSTOMERS } from './customers/index.js';
import { EVENTS } from './events/index.js';
import { GROUPS } from './groups/index.js';
import { IMPORTS } from './imports/index.js';
import { INTEGRATION } from './integration/index.js';
import { JOBS } from './jobs/index.js';
import { KEYS } from './keys/index.js';
import { LINKS } from './links/index.js';
import { MANAGEMENT_KEYS } from './management-keys/index.js';
import { NOTIFICATIONS } from './notifications/index.js';
import { PARTNER_MESSAGES } from './partner-messages/index.js';
import { PARTNER_NOTES } from './partner-notes/index.js';
import { PARTNERS } from './partners/index.js';
import { PAYMENTS } from './payments/index.js';
import { PAYOUTS } from './payouts/index.js';
import { PEOPLE } from './people/index.js';
import { POLICY } from './policy/index.js';
import { PROGRAMS } from './programs/index.js';
import { REPORTS } from './reports/index.js';
import { RULES } from './rules/index.js';
import { SALES } from './sales/index.js';
import { SEALS } from './seals/index.js';
import { SECURITY } from './security/index.js';
import { STATEMENTS } from './statements/index.js';
import { WEBHOOKS } from './webhooks/index.js';
import { WORKSPACES } from './workspaces/index.js';

/** Everything that people and programs can ask of the service, noun by noun. The HTTP routes are derived from this list. */
export const OPERATIONS: readonly Operation[] = [
  ...ACTIVITY,
  ...ADJUSTMENTS,
  ...APPLICATIONS,
  ...ASSETS,
  ...AUDIT,
  ...BRANDING,
  ...BREAKDOWN,
  ...CLAIMS,
  ...CODES,
  ...COMMISSIONS,
  ...COMPANIES,
  ...CUSTOMERS,
  ...EVENTS,
  ...GROUPS,
  ...IMPORTS,
  ...INTEGRATION,
  ...JOBS,
  ...KEYS,
  ...LINKS,
  ...MANAGEMENT_KEYS,
  ...NOTIFICATIONS,
  ...PARTNER_MESSAGES,
  ...PARTNER_NOTES,
  ...PARTNERS,
  ...PAYMENTS,
  ...PAYOUTS,
  ...PEOPLE,
  ...POLICY,
  ...PROGRAMS,
  ...REPORTS,
  ...RULES,
  ...SALES,
  ...SEALS,
  ...SECURITY,
  ...STATEMENTS,
  ...WEBHOOKS,
  ...WORKSPACES,
];
