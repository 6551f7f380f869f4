import { Select, type SelectProps } from '@mantine/core';
import { common } from '../texts/common.js';
import { texts } from '../texts/links.js';
import { type PartnerFilter, usePartnerChoice } from './use-partner-choice.js';

/** A field in which one partner of the program has to be chosen, of all that fit: `{...form.getInputProps('partnerId')}`. */
export function PartnerSelect({ status, except, ...input }: Omit<SelectProps, 'data'> & PartnerFilter) {
  const partners = usePartnerChoice(input.value ?? null, { status, except });
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
