import { type EventType, MOVEMENT_EVENTS, type Movement } from '@svc/core';
import type { ClientBase } from 'pg';
import { columnsOf } from '../ingest/columns.js';

/** An event of a program outside of the pipeline; never of a test. */
export interface ProgramEvent {
  readonly type: EventType;
  readonly programId: number;
  /** The row it is about, as `NewEvent` has it. */
  readonly objectId: number;
}

/** Appends events, in this order, inside the transaction of what they report. */
export async function appendEvents(client: ClientBase, events: readonly ProgramEvent[]): Promise<void> {
  if (events.length === 0) return;
  await client.query(
    `insert into events (workspace_id, program_id, type, test_mode, object_id)
     select p.workspace_id, p.id, new.type, false, new.object_id
       from unnest($1::text[], $2::bigint[], $3::bigint[]) with ordinality as new (type, program_id, object_id, position)
       join programs p on p.id = new.program_id
      order by new.position`,
    columnsOf(
      events,
      (event) => event.type,
      (event) => event.programId,
      (event) => event.objectId,
    ),
  );
}

/** The events of what movements did to their commissions. */
export function eventsOfMovements(movements: readonly Movement[]): readonly ProgramEvent[] {
  return movements.flatMap(({ id, kind, programId }) => {
    const type = MOVEMENT_EVENTS[kind];
    return type === null ? [] : [{ type, programId, objectId: id }];
  });
}
