/** How many events a row of `event_sequences` names at most. */
export const EVENTS_OF_ROW = 200;

/** A part of the events of a workspace, in SQL: those with numbers greater than `after`, up to `upTo`. */
export interface NumberRange {
  readonly workspaceId: string;
  readonly after: string;
  readonly upTo: string;
}

/**
 * Events with their numbers, to be read from: the columns of `events`, and `sequence`. Each event is looked up by its id, because
 * a join of tables that are taken for small would read all of both. A statement with this has no name, so its plan is not kept from when
 * reading the whole table was the fastest look-up.
 */
export function numberedEvents({ workspaceId, after, upTo }: NumberRange): string {
  const sequence = 'named.first_sequence + one.position - 1';
  return `(select event.*, ${sequence} as sequence
             from event_sequences named
            cross join lateral unnest(named.event_ids) with ordinality as one (id, position)
            cross join lateral (select * from events where id = one.id offset 0) event
            where named.workspace_id = ${workspaceId}
              and named.first_sequence > ${after} - ${EVENTS_OF_ROW} and named.first_sequence <= ${upTo}
              and ${sequence} > ${after} and ${sequence} <= ${upTo})`;
}
