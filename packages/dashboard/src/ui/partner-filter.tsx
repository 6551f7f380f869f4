import { SelectFilter } from './filters.js';
import { usePartners } from './partner-name.js';

/** Narrows a list down to one partner of the program in the address. The value is the partner's number, as text. */
export function PartnerFilter({
  value,
  onChange,
}: {
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}) {
  const partners = usePartners();
  return (
    <SelectFilter
      label="Partner"
      isSearchable
      options={(partners.data?.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
      value={value}
      onChange={onChange}
    />
  );
}
