import format, { type CompiledMessage } from 'icu-minify/format';
import { createElement, Fragment, type ReactNode } from 'react';
import { dateFormat, numberFormat } from '../format/intl.js';
import { LOCALE } from '../language/locale.js';
import type { ArgumentsOf } from './arguments.js';
import { translationOf } from './current.js';

interface Source {
  readonly [name: string]: string | Source;
}

/** A text with places to fill. With elements in them, it is an element. */
interface Fillable<Arguments extends Readonly<Record<string, unknown>>> {
  (values: { readonly [Name in keyof Arguments]: Arguments[Name] }): string;
  (values: { readonly [Name in keyof Arguments]: Arguments[Name] | ReactNode }): ReactNode;
}

type Texts<Part> = {
  readonly [Name in keyof Part]: Part[Name] extends string
    ? keyof ArgumentsOf<Part[Name]> extends never
      ? string
      : Fillable<ArgumentsOf<Part[Name]>>
    : Texts<Part[Name]>;
};

/**
 * The texts of a noun in the language of this page. Each is a message in ICU's format. One without places to fill is a string; any
 * other is a function of their values: `texts.invited({ name })`, which may be elements: `texts.signedIn({ time: <Time … /> })`.
 */
export function messages<const Part extends Source>(noun: string, source: Part): Texts<Part> {
  return inLanguage(source, translationOf(noun)) as Texts<Part>;
}

/** The build has made an array of each message with places to fill. */
function inLanguage(source: unknown, translation: unknown): unknown {
  if (typeof source === 'string') return translation ?? source;
  if (Array.isArray(source)) {
    const message = (translation ?? source) as CompiledMessage;
    return (values: Readonly<Record<string, ReactNode>>) => fill(message, values);
  }
  const parts = (translation ?? {}) as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Object.entries(source as object).map(([name, part]) => [name, inLanguage(part, parts[name])]),
  );
}

const formatters = {
  getNumberFormat: (_: unknown, options?: Intl.NumberFormatOptions) => numberFormat(LOCALE, options),
  getDateTimeFormat: (_: unknown, options?: Intl.DateTimeFormatOptions) => dateFormat(LOCALE, options ?? {}),
  getPluralRules: (_: unknown, options?: Intl.PluralRulesOptions) => new Intl.PluralRules(LOCALE, options),
};

/** Where an element goes, until the text around it is ready. No text and no value has these characters. */
const MARK = /\uE000(\w+)\uE001/;

function fill(message: CompiledMessage, values: Readonly<Record<string, ReactNode>>): ReactNode {
  const texts: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(values)) {
    const isText = typeof value === 'string' || typeof value === 'number';
    texts[name] = isText ? value : isNothing(value) ? '' : `\uE000${name}\uE001`;
  }
  const text = String(format(message, LOCALE, texts, { formatters }));
  if (!MARK.test(text)) return text;
  const parts = text.split(MARK).map((part, index) => (index % 2 === 0 ? part : values[part]));
  return createElement(Fragment, null, ...parts);
}

function isNothing(value: ReactNode): boolean {
  return value === null || value === undefined || typeof value === 'boolean';
}
