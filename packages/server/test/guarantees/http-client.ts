/** A response of the service. */
export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: an answer is compared with what is expected of it, field by field.
  readonly body: any;
  readonly retryAfter: string | null;
}

/** The caller of the tracking routes of one service, with one program's key. */
export interface HttpClient {
  /** null: no answer came, so nobody knows what became of the request. */
  post(path: Path, body: Readonly<Record<string, unknown>>): Promise<Answer | null>;
}

export type Path = '/track/click' | '/api/v1/track/lead' | '/api/v1/track/sale' | '/api/v1/track/refund';

/** A client of the service at an address. */
export function httpClient(baseUrl: string, apiKey: string): HttpClient {
  return {
    async post(path, body) {
      try {
        const response = await fetch(`${baseUrl}${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${apiKey}` },
          body: JSON.stringify(body),
        });
        const retryAfter = response.headers.get('retry-after');
        return { status: response.status, body: await response.json(), retryAfter };
      } catch (error) {
        if (error instanceof SyntaxError) throw error;
        return null;
      }
    },
  };
}

/** An answer that has to come. */
export async function requireAnswer(answer: Promise<Answer | null>): Promise<Answer> {
  const given = await answer;
  if (given === null) throw new Error('no answer came');
  return given;
}
