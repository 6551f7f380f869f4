import { sortText } from '../../operations/keyset.js';
import { NEWEST_SEARCHED, type SearchText } from '../../operations/search.js';
import { NAMES } from './names.js';

/** How many people, actions or targets that begin with the text are taken. */
const MOST_VALUES = 20;
/** Of each of them, so many of the newest entries. */
const MOST_OF_VALUE = 200;
const COLUMNS = ['user_email', 'action', 'target_id'] as const;

/** Names are looked up or read from what an entry keeps of its thing, which takes longer: so many of the newest entries are looked at. */
const NEWEST_NAMED = 1_000;
/** Every field of a change is compared: so many of the newest ones are looked at. */
const NEWEST_CHANGED = 400;
const MOST_PARTNERS = 20;
/** Fields by which an entry itself names what it is about. */
const OWN_NAMES = ['name', 'email', 'short_link', 'code', 'reference'];

/** Actions and changed fields in whose names the text stands: who searches reads them by those names. */
export interface ReadAs {
  readonly actions: readonly string[];
  readonly fields: readonly string[];
}

/**
 * Ids of entries of the workspace $1 in which the text is found: also by what it is about, as "Payout run 7" or by its name, and by what
 * was changed.
 */
export function foundEntries(text: SearchText, readAs: ReadAs): string {
  const kindAndNumber = `replace(n.target_type, '_', ' ') || ' ' || n.target_id`;
  const anywhere = [
    ...['n.action', 'n.user_email', 'n.target_type', kindAndNumber].map(text.isIn),
    text.isOneOf('n.action', readAs.actions),
  ].join(' or ');
  return `select n.id from (${newest(NEWEST_SEARCHED, 'x.id, x.action, x.user_email, x.target_type, x.target_id')}) n where ${anywhere}
    union all (${named(text)})
    union all (${thatChanged(text, readAs.fields)})
    union all (${ofPartners(text)})
    ${COLUMNS.map((column) => `union all (${thatBegin(column, text)})`).join('\n    ')}`;
}

const newest = (count: number, columns: string, condition = '') =>
  `select ${columns} from audit_entries x where x.workspace_id = $1 ${condition} order by x.occurred_at desc, x.id desc limit ${count}`;

/** Ids of entries whose thing is called so, now or in the entry. */
function named(text: SearchText): string {
  const ownNames = OWN_NAMES.map((name) => `coalesce(n.after, n.before) ->> '${name}'`).join(', ');
  const nameNow = Object.entries(NAMES)
    .map(([type, namesOf]) => `when '${type}' then ${text.isIn(`(${nameOfTarget(namesOf)})`)}`)
    .join(' ');
  return `select n.id from (${newest(NEWEST_NAMED, 'x.id, x.target_type, x.target_id, x.before, x.after')}) n
     where case n.target_type ${nameNow} else ${text.isIn(`concat_ws(' ', ${ownNames})`)} end`;
}

/** Ids of entries that changed a field which is called so, became so, or is one of `fields`. */
function thatChanged(text: SearchText, fields: readonly string[]): string {
  const isFound = [
    ...[`replace(f.key, '_', ' ')`, 'f.value'].map(text.isIn),
    text.isOneOf('f.key', fields),
  ].join(' or ');
  const fieldsOf = (thing: string) =>
    `json_each_text(case when json_typeof(${thing}) = 'object' then ${thing} end)`;
  return `select n.id from (${newest(NEWEST_CHANGED, 'x.id, x.before, x.after', 'and x.before is not null')}) n
     where exists (select 1 from ${fieldsOf('n.after')} f join ${fieldsOf('n.before')} b on b.key = f.key
                    where b.value is distinct from f.value and (${isFound}))`;
}

/** Ids of the newest entries about partners with such a name or address, however old. */
function ofPartners({ isIn }: SearchText): string {
  return `select y.id from (select p.id from partners p
                            where p.workspace_id = $1 and (${isIn('p.name')} or ${isIn('p.email')}) limit ${MOST_PARTNERS}) p
     cross join lateral (
      select x.id from audit_entries x where x.workspace_id = $1 and x.target_type = 'partner' and x.target_id = p.id::text
       order by x.occurred_at desc, x.id desc limit ${MOST_OF_VALUE}) y`;
}

/** The name that the thing of an entry `n` has now. Things with names have numbers for ids; other ids name nothing. */
const nameOfTarget = (namesOf: (which: string) => string) =>
  `select t.name from (${namesOf(`= case when n.target_id ~ '^[0-9]{1,18}$' then n.target_id::bigint end`)}) t`;

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
