import type { Permission } from '../session/permissions.js';
import { texts } from '../texts/finder.js';
import { texts as others } from '../texts/finder-words.js';

/** Something to do in a program: where it is done, with its form open. */
export interface FinderAction {
  readonly label: string;
  /** Other words that people look for it with. */
  readonly words?: string;
  readonly to: string;
  readonly search?: Readonly<Record<string, string>>;
  readonly needs: Permission;
}

const NEW = { new: 'true' };

/** What can be done in a program by those who have the permission. */
export function actionsIn(programId: string): readonly FinderAction[] {
  const place = `/p/${programId}`;
  return [...withPartners(place), ...withMoney(place)];
}

function withPartners(place: string): readonly FinderAction[] {
  return [
    {
      label: texts.inviteAPartner,
      words: others.wordsFor.inviteAPartner,
      to: `${place}/partners`,
      search: NEW,
      needs: 'partner:write',
    },
    {
      label: texts.remindPartners,
      words: others.wordsFor.remindPartners,
      to: `${place}/partners`,
      search: { status: 'approved', account: 'false' },
      needs: 'partner:write',
    },
    {
      label: texts.messagePartners,
      words: others.wordsFor.messageManyPartners,
      to: `${place}/partners`,
      needs: 'partner:write',
    },
    { label: texts.importPartners, to: `${place}/partners/import`, needs: 'partner:write' },
    { label: texts.acceptApplications, to: `${place}/settings/application`, needs: 'program:write' },
    { label: texts.addAGroup, to: `${place}/groups`, search: NEW, needs: 'partner:write' },
    { label: texts.createALink, to: `${place}/links`, search: NEW, needs: 'link:write' },
    { label: texts.createACode, to: `${place}/codes`, search: NEW, needs: 'link:write' },
  ];
}

function withMoney(place: string): readonly FinderAction[] {
  return [
    {
      label: texts.enterASale,
      words: others.wordsFor.enterASale,
      to: `${place}/sales`,
      search: NEW,
      needs: 'commission:write',
    },
    {
      label: texts.creditAnotherPartner,
      words: others.wordsFor.creditAnotherPartner,
      to: `${place}/sales`,
      needs: 'commission:write',
    },
    { label: texts.addAnAdjustment, to: `${place}/commissions`, search: NEW, needs: 'commission:write' },
    {
      label: texts.reviewFlaggedCommissions,
      words: others.wordsFor.reviewFlaggedCommissions,
      to: `${place}/commissions`,
      search: { flag: 'any' },
      needs: 'report:read',
    },
    {
      label: texts.releaseHeldCommissions,
      words: others.wordsFor.releaseHeldCommissions,
      to: `${place}/commissions`,
      search: { status: 'held' },
      needs: 'commission:write',
    },
    {
      label: texts.payPartners,
      words: others.wordsFor.payPartners,
      to: `${place}/payouts`,
      needs: 'payout:write',
    },
    {
      label: texts.changeTheRule,
      words: others.wordsFor.changeTheRule,
      to: `${place}/settings/rules`,
      needs: 'program:write',
    },
    {
      label: texts.importHistory,
      words: others.wordsFor.importHistory,
      to: `${place}/settings/import`,
      needs: 'commission:write',
    },
  ];
}
