import { sortText } from '../../operations/keyset.js';
import { NEWEST_SEARCHED, type SearchText } from '../../operations/search.js';

/** How many people, actions or targets that begin with the text are taken. */
const MOST_VALUES = 20;
/** Of each of them, so many of the newest entries. */
const MOST_OF_VALUE = 200;
const COLUMNS = ['user_email', 'action', 'target_id'] as const;

/** Ids of entries of the workspace $1 in which the text is found. */
export function foundEntries(text: SearchText): string {
  const anywhere = ['n.action', 'n.user_email', 'n.target_type', 'n.target_id'].map(text.isIn).join(' or ');
  return `select n.id from (select x.id, x.action, x.user_email, x.target_type, x.target_id from audit_entries x
                             where x.workspace_id = $1 order by x.occurred_at desc, x.id desc limit ${NEWEST_SEARCHED}) n
     where ${anywhere}
    ${COLUMNS.map((column) => `union all (${thatBegin(column, text)})`).join('\n    ')}`;
}

/**
 * Ids of the newest entries of each value of a column that begins with the text. Few people do very much: each value is found from the
 * one before, so that no more entries are read than are taken.
 */
function thatBegin(column: (typeof COLUMNS)[number], { begins }: SearchText): string {
  const value = sortText(`x.${column}`);
  const next = (further: string) =>
    `select ${value} from audit_entries x where x.workspace_id = $1 and ${begins(value)} ${further}
      order by ${value} limit 1`;
  return `with recursive found (value) as (
      (${next('')})
      union all
      select (${next(`and ${value} > f.value`)}) from found f where f.value is not null)
    select y.id from (select value from found where value is not null limit ${MOST_VALUES}) v cross join lateral (
      select x.id from audit_entries x where x.workspace_id = $1 and ${value} = v.value
       order by x.occurred_at desc, x.id desc limit ${MOST_OF_VALUE}) y`;
}
