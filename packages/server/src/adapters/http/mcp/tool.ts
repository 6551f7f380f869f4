import type { Operation } from '../../../operations/operation.js';

/** A JSON Schema of the arguments of a tool. */
export interface ArgumentSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, object>>;
  readonly required: readonly string[];
  readonly additionalProperties: false;
}

export type Arguments = Readonly<Record<string, unknown>>;

/** A request to the HTTP interface. */
export interface ToolRequest {
  readonly method: Operation['method'];
  /** With its query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Arguments | null;
}

/** An operation as agents are offered it. */
export interface Tool {
  readonly name: string;
  /** The first word of its path behind the program or workspace, such as `links`. */
  readonly noun: string;
  readonly description: string;
  readonly inputSchema: ArgumentSchema;
  readonly annotations: {
    readonly title: string;
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: boolean;
  };
  /** The request that a call with these arguments makes. Throws an `ArgumentError` where a value of the path is missing. */
  requestOf(given: Arguments): ToolRequest;
}
