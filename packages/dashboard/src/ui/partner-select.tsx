import { Select, type SelectProps } from '@mantine/core';
import { common } from '../texts/common.js';
import { texts } from '../texts/links.js';
import type { PartnerStatus } from './partner-name.js';
import { usePartnerChoice } from './use-partner-choice.js';

/** A field in which one partner of the program has to be chosen, of all or of those of one status: `{...form.getInputProps('partnerId')}`. */
export function PartnerSelect({
  status,
  ...input
}: Omit<SelectProps, 'data'> & { readonly status?: PartnerStatus }) {
  const partners = usePartnerChoice(input.value ?? null, status);
  return (
    <Select
      label={common.partner}
      placeholder={partners.isReading ? texts.loading : texts.chooseAPartner}
      data={[...partners.options]}
      onSearchChange={partners.search}
      searchable
      required
      {...(status === 'approved' && { nothingFoundMessage: texts.noMatchingApprovedPartner })}
      {...input}
    />
  );
}
