import Type, { type Static } from 'typebox';
import { CommissionRuleTerms, RuleInput } from './rules.js';
import { Id, NameInput, nullable, PAGE_QUERY, pageOf, Time } from './shapes.js';

// Groups of partners of a program.

/** A group. `commission` null: its partners earn by the rule of the program; `version` counts how often the rule of the group was set. */
export const GroupItem = Type.Object({
  id: Id,
  name: Type.String(),
  commission: nullable(CommissionRuleTerms),
  partners: Type.Integer({ description: 'How many partners are in it, in whatever status.' }),
  created_at: Time,
});

export const GroupPage = pageOf(GroupItem);
export const GroupQuery = Type.Object(PAGE_QUERY);

/** Body of a new group. `commission` takes the permission to change rules. */
export const GroupCreate = Type.Object({ name: NameInput, commission: Type.Optional(RuleInput) });

export const GroupUpdate = Type.Object({
  name: Type.Optional(NameInput),
  commission: Type.Optional({
    ...nullable(RuleInput),
    description:
      'For sales from now on; null: the rule of the program. Takes the permission to change rules.',
  }),
});

export type GroupItem = Static<typeof GroupItem>;
