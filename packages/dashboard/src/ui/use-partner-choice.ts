import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { type PartnerStatus, usePartnerName, usePartners } from './partner-name.js';

const TYPING_MS = 200;

/** What a field offers in which one partner of the program is chosen. */
export interface PartnerChoice {
  /** Partners by number, as text; the chosen one is always among them. */
  readonly options: readonly { readonly value: string; readonly label: string }[];
  /** Is to hear what is typed into the field. */
  readonly search: (typed: string) => void;
  readonly isReading: boolean;
}

/** Which partners are offered: of one status, and all but one. */
export interface PartnerFilter {
  readonly status?: PartnerStatus | undefined;
  readonly except?: number | undefined;
}

/**
 * Partners to choose one from, all or those of one status. Where there are more than are read at once, typing asks the
 * service for those that fit.
 */
export function usePartnerChoice(
  chosen: string | null,
  { status, except }: PartnerFilter = {},
): PartnerChoice {
  const [typed, search] = useState('');
  const [settled] = useDebouncedValue(typed.trim(), TYPING_MS);
  const first = usePartners({ status });
  const chosenName = usePartnerName(chosen === null ? null : Number(chosen));
  const isMore = first.data?.next_cursor != null;
  const isAsked = isMore && settled !== '' && settled !== chosenName;
  const found = usePartners({ status, search: isAsked ? settled : undefined });
  const options = (found.data?.data ?? [])
    .filter(({ id }) => id !== except)
    .map(({ id, name }) => ({ value: String(id), label: name }))
    .sort((a, b) => a.label.localeCompare(b.label));
  const isListed = chosen === null || options.some(({ value }) => value === chosen);
  return {
    options: isListed ? options : [{ value: chosen, label: chosenName ?? '…' }, ...options],
    search,
    isReading: first.isPending,
  };
}
