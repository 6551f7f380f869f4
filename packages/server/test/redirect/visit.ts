import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';

export interface Visit {
  readonly status: number | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  /** Where it leads; null: nowhere. */
  readonly location: URL | null;
  /** The click id that it leads on with. */
  readonly clickId: string | null;
}

export interface Visitor {
  readonly method?: string;
  /** The host that is asked; the service's own address unless said otherwise. */
  readonly host?: string;
  readonly headers?: Record<string, string>;
}

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

const ACCEPT = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

/** Opens an address as a browser does, and follows nothing. */
export async function visit(
  { baseUrl }: { readonly baseUrl: string },
  path: string,
  { method = 'GET', host, headers = {} }: Visitor = {},
): Promise<Visit> {
  const { hostname, port } = new URL(baseUrl);
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const all = { 'user-agent': BROWSER, accept: ACCEPT, ...headers, ...(host !== undefined && { host }) };
    request({ hostname, port, path, method, agent: false, headers: all }, resolve).on('error', reject).end();
  });
  const { location } = answer.headers;
  const url = location === undefined ? null : new URL(location);
  return {
    status: answer.statusCode,
    headers: answer.headers,
    body: await text(answer),
    location: url,
    clickId: url?.searchParams.get('svc_click_id') ?? null,
  };
}
