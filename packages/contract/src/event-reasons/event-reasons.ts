import { formatMoney } from '../format-money.js';
import type { Language } from '../people.js';
import { ENGLISH } from './english.js';
import { GERMAN } from './german.js';
import type {
  EventReason,
  EventReasonCode,
  EventReasonParameters,
  EventReasonText,
  EventReasonTexts,
} from './types.js';

export type * from './types.js';

const TEXTS: Readonly<Record<Language, EventReasonTexts>> = { en: ENGLISH, de: GERMAN };

export const EVENT_REASON_CODES = Object.keys(ENGLISH) as readonly EventReasonCode[];

type None = Readonly<Record<string, never>>;
type Given<Code extends EventReasonCode> = EventReasonParameters[Code] extends None
  ? []
  : [parameters: EventReasonParameters[Code]];

/** Returns a reason for the result of an event; parameters are left out where the code has none. */
export function eventReason<Code extends EventReasonCode>(
  code: Code,
  ...[parameters]: Given<Code>
): EventReason {
  return { code, parameters: parameters ?? {} } as EventReason;
}

/** A reason in the language of its reader. */
export interface RenderedReason {
  readonly message: string;
  /** What the reader can do about it; null if nothing has to be done. */
  readonly fix: string | null;
}

/** A code and parameters as they are stored; a newer version of the service may have written them. */
export interface StoredReason {
  readonly code: string;
  readonly parameters: unknown;
}

function textsOf(code: string, language: Language): EventReasonText<never> | undefined {
  return Object.hasOwn(ENGLISH, code) ? TEXTS[language][code as EventReasonCode] : undefined;
}

/** Renders a reason. An unknown code is shown as it is. */
export function renderEventReason(
  { code, parameters }: EventReason | StoredReason,
  language: Language = 'en',
): RenderedReason {
  const texts = textsOf(code, language);
  if (texts === undefined) return { message: code, fix: null };
  const money = (cents: number, currency: string) => formatMoney(cents, currency, language);
  return {
    message: texts.text(parameters as never, money),
    fix: texts.fix?.(parameters as never) ?? null,
  };
}

/** Returns a reason and its fix as one text. */
export function eventReasonText(reason: EventReason | StoredReason, language: Language = 'en'): string {
  const { message, fix } = renderEventReason(reason, language);
  return fix === null ? message : `${message} ${fix}`;
}
