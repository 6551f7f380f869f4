import { common } from '../texts/common.js';
import { SelectFilter } from './filters.js';
import { usePartnerChoice } from './use-partner-choice.js';

/** Narrows a list down to one partner of the program in the address. The value is the partner's number, as text. */
export function PartnerFilter({
  value,
  onChange,
}: {
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}) {
  const { options, search } = usePartnerChoice(value ?? null);
  return (
    <SelectFilter
      label={common.partner}
      options={options}
      value={value}
      onChange={onChange}
      onSearch={search}
    />
  );
}
