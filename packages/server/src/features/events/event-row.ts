import type { SvcEventType } from '@svc/contract';

/** A numbered row of the table events. */
export interface EventRow {
  readonly id: number;
  readonly workspace_id: number;
  readonly program_id: number | null;
  readonly type: SvcEventType;
  readonly test_mode: boolean;
  /** As `NewEvent` of core has it; `SAMPLE_OBJECT` where there is no such row. */
  readonly object_id: number;
  readonly object_key: string | null;
  readonly created_at: Date;
  readonly sequence: number;
}

/** What a sample is about: no row has this id. */
export const SAMPLE_OBJECT = 0;

export const EVENT_COLUMNS =
  'id, workspace_id, program_id, type, test_mode, object_id, object_key, created_at, sequence';
