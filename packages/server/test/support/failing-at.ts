import type { Pool } from 'pg';

const isSubmittable = (query: unknown) =>
  typeof query === 'object' && query !== null && 'submit' in query && typeof query.submit === 'function';

/**
 * The same database for one run, whose statement of this number within transactions is not answered any more. Of that transaction no
 * later statement is, either: only its end, which the server brings about.
 */
export function failingAt(pool: Pool, number: number): Pool {
  let count = 0;
  const connect = async () => {
    const client = await pool.connect();
    let isKilled = false;
    const query = (...given: unknown[]) => {
      count += 1;
      isKilled ||= count === number;
      if (isKilled && given[0] !== 'rollback') {
        const killed = new Error('the process was killed');
        // Statements that are sent together have no promise: what sends them hears what is thrown.
        if (isSubmittable(given[0])) throw killed;
        return Promise.reject(killed);
      }
      return Reflect.apply(client.query, client, given);
    };
    return new Proxy(client, {
      get(target, name) {
        if (name === 'query') return query;
        const value: unknown = Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
  };
  return Object.create(pool, { connect: { value: connect }, query: { value: pool.query.bind(pool) } });
}
