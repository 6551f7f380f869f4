/** What is used of autocannon 8, which brings no types. */
declare module 'autocannon' {
  import type { EventEmitter } from 'node:events';

  export interface Request {
    method?: string;
    path?: string;
    headers?: Readonly<Record<string, string>>;
    body?: string;
  }
  export interface Client {
    setRequests(requests: Request[]): void;
  }
  export interface Options {
    url: string | string[];
    connections: number;
    pipelining: number;
    amount: number;
    timeout: number;
    sampleInt: number;
    setupClient: (client: Client) => void;
  }
  export interface Result {
    '2xx': number;
    non2xx: number;
    errors: number;
    timeouts: number;
    statusCodeStats: Record<string, { count: number }>;
  }

  export default function autocannon(
    options: Options,
    done: (error: Error | null, result: Result) => void,
  ): EventEmitter;
}
