import type { UseFormReturnType } from '@mantine/form';
import { useEffect } from 'react';
import type { ApiError } from '../api/error.js';
import { texts } from '../texts/ui.js';

type Fault = keyof typeof texts.fieldErrors;

/** For each field of the service: the field of the form that shows its errors, and its own words for a wrong value. */
export type FieldsOf<Values> = Readonly<
  Record<string, { readonly at: Extract<keyof Values, string>; readonly invalid?: string }>
>;

const PATTERNS: readonly (readonly [Fault, RegExp])[] = [
  ['required', /^(\w+) is required$/],
  ['invalid', /^(\w+) (?:is|has) .*?invalid$/],
  ['taken', /^(\w+) (?:is|has) .*already in use$/],
];

/** The field that an error of the service is about, and what is wrong with it; null: it is about no field. */
export function faultOf(error: ApiError | null): { readonly field: string; readonly fault: Fault } | null {
  if (error === null || (error.status !== 400 && error.status !== 409)) return null;
  for (const [fault, pattern] of PATTERNS) {
    const field = pattern.exec(error.message)?.[1];
    if (field !== undefined) return { field, fault };
  }
  return null;
}

/**
 * Shows what the service says of a field at that field, in the words of the form, and gives the write for `Form` or
 * `FormDrawer`, which shows the rest: `const shown = useFieldErrors(form, write, FIELDS)`. Define `FIELDS` outside the component.
 */
export function useFieldErrors<Values extends object>(
  form: Pick<UseFormReturnType<Values>, 'setFieldError'>,
  write: { readonly isSending: boolean; readonly error: ApiError | null },
  fields: FieldsOf<Values>,
): { readonly isSending: boolean; readonly error: ApiError | null } {
  const { error, isSending } = write;
  const { setFieldError } = form;
  const found = faultOf(error);
  const target = found === null ? undefined : fields[found.field];
  useEffect(() => {
    const fault = faultOf(error);
    const shown = fault && fields[fault.field];
    if (!fault || !shown) return;
    const own = fault.fault === 'invalid' ? shown.invalid : undefined;
    setFieldError(shown.at, own ?? texts.fieldErrors[fault.fault]);
  }, [error, fields, setFieldError]);
  return { isSending, error: target === undefined ? error : null };
}
