import { expect, test } from 'vitest';
import { StoryStep } from '../src/index.js';
import { STORY_TELLERS } from '../src/story/languages.js';

interface Schema {
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly type?: string;
}

/** Whatever a sentence takes over from a step stands in these, so that it can be found again. */
const mark = (text: string | number) => `«${text}»`;
const FORMAT = {
  money: (cents: number, currency: string) => mark(`${cents} ${currency}`),
  share: (basisPoints: number) => mark(basisPoints),
  time: mark,
};

/** Values of a schema: each of an enum, null and not, both booleans. The name says which field it is. */
function valuesOf(name: string, schema: Schema): readonly unknown[] {
  if ('const' in schema) return [schema.const];
  if (schema.enum) return schema.enum;
  if (schema.anyOf) return schema.anyOf.flatMap((one) => valuesOf(name, one));
  if (schema.properties) return objectsOf(schema.properties);
  if (schema.type === 'null') return [null];
  if (schema.type === 'boolean') return [true, false];
  return schema.type === 'integer' ? [name.length + 2] : [mark(name)];
}

/** Objects in which every value of every field occurs, each with different values of the others. */
function objectsOf(properties: Readonly<Record<string, Schema>>): object[] {
  const fields = Object.entries(properties).map(([name, schema]) => [name, valuesOf(name, schema)] as const);
  const most = Math.max(...fields.map(([, values]) => values.length));
  return Array.from({ length: most * 4 }, (_, index) =>
    Object.fromEntries(
      fields.map(([name, values], place) => [
        name,
        values[(index + Math.floor(index / most) * place) % values.length],
      ]),
    ),
  );
}

const steps = (StoryStep as Schema).anyOf?.flatMap(({ properties = {} }) => objectsOf(properties)) as
  | StoryStep[]
  | undefined;

const MARK = /«[^»]*»+/g;
const marksOf = (text: string) => (text.match(MARK) ?? []).toSorted();
const withoutMarks = (text: string) => text.replaceAll(MARK, '');

test('every step is told in German with the same names, amounts and times as in English', () => {
  const { en, de } = STORY_TELLERS;
  expect(new Set(steps?.map(({ kind }) => kind)).size).toBeGreaterThan(20);
  for (const step of steps ?? []) {
    for (const audience of ['team', 'partner'] as const) {
      const [english, german] = [en, de].map((teller) => [
        teller.renderStep(step, audience, FORMAT),
        ...teller.renderDetails(step, FORMAT),
      ]);
      expect(german).toHaveLength(english?.length ?? 0);
      german?.forEach((text, index) => {
        const other = english?.[index] ?? '';
        // A note that a person wrote stays as it is.
        if (/[a-z]{3}/i.test(withoutMarks(other))) expect(text).not.toBe(other);
        expect(withoutMarks(text)).not.toMatch(/undefined|NaN|\b(the|of|by|sale|customer|partner's)\b/);
        expect([step, marksOf(text)]).toEqual([step, marksOf(other)]);
      });
    }
  }
});
