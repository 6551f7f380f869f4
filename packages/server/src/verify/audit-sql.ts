/**
 * Whether the audit log was complete at a time: every change of rules, payouts, keys, holds and programs has an entry since then. What is
 * older may lack its entry, and is not asked for one. `time` and `workspaceId` are SQL. Hardly any workspace has another beginning than
 * its first day, so those that do are read once, and not for each row.
 */
export function isLogged(time: string, workspaceId: string): string {
  return isSince(
    time,
    workspaceId,
    'select jsonb_object_agg(id, logged_since) from workspaces where logged_since is not null',
  );
}

/** The same for what belongs to a program. */
export function isLoggedInProgram(time: string, programId: string): string {
  return isSince(
    time,
    programId,
    `select jsonb_object_agg(p.id, w.logged_since) from programs p join workspaces w on w.id = p.workspace_id
      where w.logged_since is not null`,
  );
}

function isSince(time: string, id: string, beginnings: string): string {
  return `(${time} >= coalesce(((${beginnings}) ->> (${id})::text)::timestamptz, '-infinity'))`;
}

/**
 * A column of `audit_entries` as JSON that the database can look into. Old entries may hold a NUL or half a surrogate
 * pair, on which the database would fail; these become question marks. Nothing that verify compares holds either.
 * Escaped backslashes stand aside meanwhile, because what follows them is no escape.
 */
export function readableJson(column: string): string {
  return `(case when strpos(${column}::text, '\\u') = 0 then ${column}
        else replace(regexp_replace(replace(${column}::text, '\\\\', chr(1)),
                                    '\\\\u(?:0000|[dD][89a-fA-F][0-9a-fA-F]{2})', '?', 'g'), chr(1), '\\\\')::json end)`;
}

/** The elements of a JSON array; none where the value is anything else. */
export function elementsOf(json: string): string {
  return `json_array_elements(case json_typeof(${json}) when 'array' then ${json} else '[]' end)`;
}

/** A text as a number, or null where it is none: what stands in a log is not trusted to be one. */
export function numberOf(text: string): string {
  return `(case when ${text} ~ '^[0-9]{1,18}$' then (${text})::bigint end)`;
}

/** A time as entries of the audit log have it: ISO 8601 in UTC, to the millisecond. */
export function isoOf(timestamp: string): string {
  return `to_char(${timestamp} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}

/** Entries of one kind of thing with its state after them, newest first by `number`. */
export function logged(targetType: string): string {
  return `select a.workspace_id, a.program_id, a.number, a.occurred_at, ${numberOf('a.target_id')} as target_id,
                 a.before is null as is_new, ${readableJson('a.before')} as before, ${readableJson('a.after')} as after
            from audit_entries a
           where a.target_type = '${targetType}' and a.after is not null and ${isLogged('a.occurred_at', 'a.workspace_id')}`;
}
