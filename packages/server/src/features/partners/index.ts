import type { Operation } from '../../operations/operation.js';
import { applyToProgram } from './apply-to-program.js';
import { changePartners } from './change-partners.js';
import { countPartners } from './count-partners.js';
import { importPartners } from './import-partners.js';
import { invitePartner } from './invite-partner.js';
import { listPartnerTags } from './list-partner-tags.js';
import { listPartners } from './list-partners.js';
import { readApplicationForm } from './read-application-form.js';
import { readPartner } from './read-partner.js';
import { reinvitePartner } from './reinvite-partner.js';
import { updatePartner } from './update-partner.js';

/** What can be asked of partners. */
export const PARTNERS: readonly Operation[] = [
  applyToProgram,
  changePartners,
  countPartners,
  importPartners,
  invitePartner,
  listPartnerTags,
  listPartners,
  readApplicationForm,
  readPartner,
  reinvitePartner,
  updatePartner,
];
