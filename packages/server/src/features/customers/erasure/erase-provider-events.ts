import type { ClientBase } from 'pg';
import { RefusedError } from '../../../operations/refused-error.js';
import { EVENT_WORK, isOfConnection } from '../../../payments/event-row.js';
import type { Found } from './find-rows.js';
import { type Names, soughtTexts } from './mentions.js';

/** What takes the person out of the body of a provider's event, and says how the provider calls them. */
export interface BodyEraser {
  personsOf(provider: string, body: string): readonly string[];
  withoutPersons(provider: string, body: string): string;
}

interface EventRow {
  readonly id: number;
  readonly provider: string;
  readonly body: string;
  readonly is_waiting: boolean;
}

/** Ids of providers are longer; shorter texts stand in bodies of others, too. */
const MIN_REFERENCE_LENGTH = 8;

const EVENTS = `
  select e.id, e.provider, e.body, exists (select 1 from work_items w where w.kind = '${EVENT_WORK}' and w.key = e.id) as is_waiting
    from processor_events e left join processor_outcomes o on o.id = e.id
   where (o.workspace_id = $1 or o.id is null and exists (
           select 1 from payment_connections c where c.workspace_id = $1 and ${isOfConnection('e')}))`;

/**
 * Takes the person out of the bodies of all events about payments of the customers, that name their key or address, or the person at the
 * provider whom one of these is about. Ids, amounts and times stay. Gives how many events there were.
 *
 * @throws RefusedError customer_has_waiting_event: one of them has not been processed yet, which takes what would be erased.
 */
export async function eraseProviderEvents(
  client: ClientBase,
  { workspaceId, customerIds }: Found,
  names: Names,
  eraser: BodyEraser,
): Promise<number> {
  const { rows: own } = await client.query<EventRow>(
    `with sought as materialized (
       select text from unnest($3::text[]) as t (text)
       union
       select (to_json(regexp_replace(reference, '^[a-z]+:', ''))::text) from (
         select n.reference from sales s join sale_references n on n.sale_id = s.id where s.customer_id = any ($2::bigint[])
         union all
         select r.reference from sales s join payments p on p.sale_id = s.id
           join payment_references r on r.payment_id = p.id and r.workspace_id = p.workspace_id
          where s.customer_id = any ($2::bigint[])) known
        where length(reference) >= ${MIN_REFERENCE_LENGTH})
     ${EVENTS} and exists (select 1 from sought where position(fold(sought.text) in fold(e.body)) > 0)`,
    [workspaceId, customerIds, bodyTexts(names)],
  );
  const persons = [...new Set(own.flatMap(({ provider, body }) => eraser.personsOf(provider, body)))];
  const { rows: others } = await client.query<EventRow>(
    `${EVENTS} and exists (select 1 from unnest($2::text[]) as sought (text) where position(sought.text in e.body) > 0)`,
    [workspaceId, persons.map((person) => JSON.stringify(person))],
  );
  const events = new Map([...own, ...others].map((event) => [event.id, event]));
  if ([...events.values()].some((event) => event.is_waiting))
    throw new RefusedError('customer_has_waiting_event');
  const all = [...events.values()];
  await client.query(
    `update processor_events e set body = new.body
       from unnest($1::bigint[], $2::text[]) as new (id, body) where e.id = new.id`,
    [all.map(({ id }) => id), all.map(({ provider, body }) => eraser.withoutPersons(provider, body))],
  );
  return all.length;
}

/** As whole texts of JSON, however it writes letters beyond ASCII. */
function bodyTexts(names: Names): readonly string[] {
  const sought = [...names.keys, ...names.addresses, ...soughtTexts(names)];
  return [...new Set(sought)].flatMap((text) => {
    const json = JSON.stringify(text);
    const ascii = json.replace(
      /[^\0-\x7f]/g,
      (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
    return [json, ascii].map((one) => one.toLowerCase());
  });
}
