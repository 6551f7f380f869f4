import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { siteOrigin } from '@svc/contract/site';
import { useWrite } from '../../api/use-write.js';
import { useProgram, useProgramId } from '../../session/session.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/links.js';
import { useFieldErrors } from '../../ui/field-errors.js';
import { FormDrawer } from '../../ui/form-drawer.js';
import { linkNameOf } from '../../ui/link-name.js';
import { PartnerSelect } from '../../ui/partner-select.js';

const FIELDS = {
  short_link: { at: 'shortLink', invalid: texts.useNoSpaces },
  destination_url: { at: 'destination', invalid: texts.enterAnAddressSuchAs },
} as const;

/** Creates a link for an approved partner. */
export function CreateLinkDrawer({
  partnerId,
  onClose,
}: {
  /** Whose link it is to be; chosen in the form where it is not given. */
  readonly partnerId?: string | undefined;
  readonly onClose: () => void;
}) {
  const programId = useProgramId();
  const { domain } = useProgram();
  const path = { programId };
  const form = useForm({
    initialValues: { partnerId: partnerId ?? null, shortLink: '', destination: '' },
    validate: { partnerId: (value) => (value === null ? texts.chooseAPartner : null) },
  });
  const create = useWrite('post', '/api/programs/{programId}/links', {
    showsError: true,
    done: ({ short_link: shortLink }) => texts.linkCreated({ shortLink }),
    onDone: onClose,
  });
  const shown = useFieldErrors(form, create, FIELDS);
  const submit = form.onSubmit(({ partnerId: chosen, shortLink, destination }) =>
    create.send({
      path,
      body: {
        partner_id: Number(chosen),
        ...(shortLink.trim() !== '' && { short_link: shortLink.trim() }),
        ...(destination.trim() !== '' && { destination_url: destination.trim() }),
      },
    }),
  );
  return (
    <FormDrawer
      title={texts.createALink}
      onClose={onClose}
      write={shown}
      submit={common.createLink}
      onSubmit={submit}
    >
      <PartnerSelect status="approved" {...form.getInputProps('partnerId')} />
      <TextInput
        label={texts.shortLink}
        description={texts.aShortName}
        leftSection="?aff="
        leftSectionWidth={56}
        autoComplete="off"
        {...form.getInputProps('shortLink')}
        onChange={(event) => form.setFieldValue('shortLink', linkNameOf(event.currentTarget.value))}
      />
      <TextInput
        label={texts.destination}
        description={texts.whereTheLinkGoesLeave({ domain })}
        placeholder={`${siteOrigin(domain)}/pricing`}
        inputMode="url"
        autoComplete="off"
        {...form.getInputProps('destination')}
      />
    </FormDrawer>
  );
}
