import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { type Period, type PeriodText, readPeriod } from '../format/period.js';

declare module '@tanstack/history' {
  interface HistoryState {
    /** How many entries of the history the drawers made that lead to this one. */
    drawersOpened?: number;
  }
}

/** Reads one value of an address; undefined where it is missing or makes no sense. */
export type SearchField<T> = (value: unknown) => T | undefined;

/** One of a few words: `oneOf('pending', 'payable')`. */
export function oneOf<const T extends string>(...words: readonly T[]): SearchField<T> {
  return (value) => words.find((word) => word === value);
}

/** Any text. Numbers too: what looks like one in an address is read as one. */
export const text: SearchField<string> = (value) => {
  const written = typeof value === 'number' ? String(value) : value;
  return typeof written === 'string' && written !== '' ? written : undefined;
};

/** The number of a row. */
export const idField: SearchField<string> = (value) => {
  const written = text(value);
  return written !== undefined && /^\d{1,15}$/.test(written) ? written : undefined;
};

/** A period: see `PeriodPicker`. */
export const period: SearchField<PeriodText> = (value) =>
  typeof value === 'string' && readPeriod(value) !== null ? (value as PeriodText) : undefined;

type Fields = Record<string, SearchField<unknown>>;
const NO_DRAWERS: readonly never[] = [];
type Values<F extends Fields> = { [K in keyof F]?: NonNullable<ReturnType<F[K]>> };

/**
 * The filters of a page, kept in its address so that they survive reloading, going back and being sent to somebody:
 * `const [search, setSearch] = useFilters({ status: oneOf('pending', 'paid'), partner: id })`. `setSearch` changes what it
 * names; undefined takes a filter away. Give it fields that stand outside of the component. Filters replace the entry of the
 * browser's history; a field among `drawers` says what a drawer shows, and opening that makes an entry, so that Back closes it.
 * Closing it otherwise goes back, too, so that the page is not in the history twice.
 */
export function useFilters<F extends Fields>(
  fields: F,
  drawers: readonly (keyof F)[] = NO_DRAWERS,
): [Values<F>, (change: Values<F>) => void] {
  const raw = useSearch({ strict: false }) as Record<string, unknown>;
  const navigate = useNavigate();
  const { history } = useRouter();
  const values: Record<string, unknown> = {};
  for (const [name, read] of Object.entries(fields)) {
    const value = read(raw[name]);
    if (value !== undefined) values[name] = value;
  }
  const change = (changed: Values<F>) => {
    const names = Object.keys(changed);
    const opens = drawers.some((name) => changed[name] !== undefined);
    const closes = !opens && names.length > 0 && names.every((name) => drawers.includes(name));
    const opened = history.location.state.drawersOpened ?? 0;
    // Closed by Back already: nothing is left to close.
    if (closes && !names.some((name) => values[name] !== undefined)) return;
    // One that lies on another drawer leaves that open.
    const staysOpen = drawers.some(
      (name) => !names.includes(String(name)) && values[String(name)] !== undefined,
    );
    if (closes && opened > 0) return history.go(staysOpen ? -1 : -opened);
    void navigate({
      to: '.',
      search: ((before: Record<string, unknown>) => withoutUndefined({ ...before, ...changed })) as never,
      replace: !opens,
      state: (before) => ({ ...before, drawersOpened: opened + (opens ? 1 : 0) }),
      resetScroll: false,
    });
  };
  return [values as Values<F>, change];
}

const NEW_FIELDS = { new: oneOf('true') };
const NEW_DRAWERS = ['new'] as const;

/** Whether the form that adds to the list of a page is open; its address has `?new=true`, so that actions elsewhere lead to it. */
export function useNewForm(): [boolean, { readonly open: () => void; readonly close: () => void }] {
  const [{ new: shown }, setSearch] = useFilters(NEW_FIELDS, NEW_DRAWERS);
  return [
    shown !== undefined,
    { open: () => setSearch({ new: 'true' }), close: () => setSearch({ new: undefined }) },
  ];
}

function withoutUndefined(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

const PERIOD_FIELDS = { period };
const DEFAULT_PERIOD: PeriodText = '30d';

/** The period in the address, 30 days or what the page prefers where it names none: its text for `PeriodPicker`, its days for queries. */
export function usePeriod(standard: PeriodText = DEFAULT_PERIOD): {
  text: PeriodText;
  days: Period;
  set: (text: PeriodText) => void;
} {
  const [search, setSearch] = useFilters(PERIOD_FIELDS);
  const current = search.period ?? standard;
  const days = readPeriod(current) ?? { from: '', to: '' };
  return {
    text: current,
    days,
    set: (next) => setSearch({ period: next === standard ? undefined : next }),
  };
}

/** As the `search` of a link: a page whose figures are of a period shows the one that is chosen here. */
export function onlyPeriod({ period }: { readonly period?: string }): { readonly period?: string } {
  return period === undefined ? {} : { period };
}
