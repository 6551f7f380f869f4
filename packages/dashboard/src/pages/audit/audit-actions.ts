import { codesCalled } from '../../format/called.js';
import { texts } from '../../texts/audit.js';
import { changesOnly } from './audit-diff.js';

/** Every change that is audited, as people call it. */
export const ACTIONS = texts.actions;

export type Action = keyof typeof ACTIONS;

interface Entry {
  readonly action: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** An action in words; one that has none yet as it is written. */
function nameOfAction(action: string): string {
  return ACTIONS[action as Action] ?? action.replaceAll(/[._]/g, ' ');
}

/** What a search for the name of an action also stands for: its code, and a field whose change has a name of its own. */
export function codesOfActions(search: string): { readonly actions: string[]; readonly fields: string[] } {
  const isFirstRate = codesCalled(search, { set: texts.customRateSet }).length > 0;
  return {
    actions: [...codesCalled(search, ACTIONS), ...(isFirstRate ? ['partner.rule.change'] : [])],
    fields: codesCalled(search, texts.decided).length > 0 ? ['status'] : [],
  };
}

/** The change of an entry in words; of a partner whose status alone is another, what was decided; of a first custom rate, that it is one. */
export function nameOfChange({ action, before, after }: Entry): string {
  if (action === 'partner.rule.change' && before === null) return texts.customRateSet;
  const status = (after as { readonly status?: string } | null)?.status;
  if (action !== 'partner.update' || before === null || !changesOnly('status', before, after))
    return nameOfAction(action);
  return texts.decided[status as keyof typeof texts.decided] ?? nameOfAction(action);
}

/**
 * What was changed: by the name it has or had, with its kind where that does not follow from the name; else by its kind and number. A
 * program, or the workspace, is `where` it happened.
 */
export function nameOfTarget(
  entry: {
    readonly before: unknown;
    readonly after: unknown;
    readonly target_type: string;
    readonly target_id: string;
    readonly target_name: string | null;
  },
  where: string,
): string {
  const thing = (entry.after ?? entry.before) as Record<string, unknown> | null;
  for (const field of ['name', 'email', 'short_link', 'type']) {
    const name = thing?.[field];
    if (
      typeof name === 'string' &&
      name !== '' &&
      (field !== 'type' || entry.target_type === 'processor_event')
    )
      return name;
  }
  if (entry.target_type === 'program' || entry.target_type === 'workspace') return where;
  const kind = texts.targets[entry.target_type as keyof typeof texts.targets] ?? entry.target_type;
  return `${kind} ${entry.target_name ?? entry.target_id}`;
}

/** Who made a change: the address of a person, or the name of what did it by itself. */
export function nameOfActor(by: string): string {
  return texts.actors[by as keyof typeof texts.actors] ?? by;
}
