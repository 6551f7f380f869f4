import { Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ReactNode } from 'react';
import type { ApiError } from '../api/error.js';
import { common } from '../texts/common.js';
import { texts } from '../texts/ui.js';
import { useFieldErrors } from './field-errors.js';
import { Form } from './form-drawer.js';
import { SectionTitle } from './section-title.js';

/** A company as it stands on statements; null: nothing is said. */
export interface Company {
  readonly company_name: string | null;
  readonly company_address: string | null;
  readonly tax_id: string | null;
}

const FIELDS = {
  company_name: { at: 'company_name' },
  company_address: { at: 'company_address' },
  tax_id: { at: 'tax_id' },
} as const;

function orNull(text: string): string | null {
  return text.trim() === '' ? null : text.trim();
}

/** Name, address and tax id of a company on statements. `fallback`: the name that is used without one. */
export function CompanyForm({
  company,
  fallback,
  description,
  write,
  onSave,
  children,
}: {
  readonly company: Company;
  readonly fallback: string;
  readonly description: string;
  readonly write: { readonly isSending: boolean; readonly error: ApiError | null };
  readonly onSave: (company: Company) => void;
  /** Further fields. */
  readonly children?: ReactNode;
}) {
  const form = useForm({
    initialValues: {
      company_name: company.company_name ?? '',
      company_address: company.company_address ?? '',
      tax_id: company.tax_id ?? '',
    },
  });
  const shown = useFieldErrors(form, write, FIELDS);
  return (
    <Stack gap="xs">
      <SectionTitle id="company" size="h3">
        {texts.companyOnStatements}
      </SectionTitle>
      <Text size="sm" c="dimmed">
        {description}
      </Text>
      <Form
        submit={common.save}
        write={shown}
        onSubmit={form.onSubmit((values) =>
          onSave({
            company_name: orNull(values.company_name),
            company_address: orNull(values.company_address),
            tax_id: orNull(values.tax_id),
          }),
        )}
      >
        <TextInput
          label={texts.legalName}
          description={texts.leaveEmptyToUse({ name: fallback })}
          autoComplete="organization"
          maxLength={200}
          {...form.getInputProps('company_name')}
        />
        <Textarea
          label={texts.address}
          autosize
          minRows={2}
          autoComplete="street-address"
          maxLength={500}
          {...form.getInputProps('company_address')}
        />
        <TextInput
          label={texts.taxId}
          description={texts.suchAsAVatNumber}
          autoComplete="off"
          maxLength={64}
          {...form.getInputProps('tax_id')}
        />
        {children}
      </Form>
    </Stack>
  );
}
