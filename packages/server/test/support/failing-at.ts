import type { Pool } from 'pg';

/** The same database for one run, whose statement of this number within transactions is not answered any more. */
export function failingAt(pool: Pool, number: number): Pool {
  let count = 0;
  const connect = async () => {
    const client = await pool.connect();
    const query = (...given: unknown[]) => {
      count += 1;
      if (count === number) return Promise.reject(new Error('the process was killed'));
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
