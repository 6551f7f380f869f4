import { Button, Drawer, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { siteOrigin } from '@svc/contract/site';
import type { Answer } from '../../api/client.js';
import { useWrite } from '../../api/use-write.js';
import { usePartnerProgram, useProgramId } from '../../session/session.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/portal.js';
import { Snippet } from '../../ui/copy.js';
import { useFieldErrors } from '../../ui/field-errors.js';
import { FormDrawer } from '../../ui/form-drawer.js';
import { linkNameOf } from '../../ui/link-name.js';
import { ShareButton } from '../../ui/share-button.js';
import { pageUrlOf } from './page-url.js';

const FIELDS = {
  destination_url: { at: 'page', invalid: texts.enterAPageOfTheSite },
  short_link: { at: 'name', invalid: texts.useNoSpaces },
} as const;

/** Makes a link to the program's site. */
export function LinkDrawer({
  page = '',
  onClose,
}: {
  /** Where it leads, as far as somebody has typed it. */
  readonly page?: string;
  readonly onClose: () => void;
}) {
  const programId = useProgramId();
  const { domain } = usePartnerProgram();
  const form = useForm({ initialValues: { page, name: '' } });
  const create = useWrite('post', '/api/partner/programs/{programId}/links', {
    showsError: true,
  });
  const shown = useFieldErrors(form, create, FIELDS);
  const send = form.onSubmit(({ page, name }) =>
    create.send({
      path: { programId },
      body: {
        destination_url: pageUrlOf(page, domain),
        ...(name.trim() !== '' && { short_link: name.trim() }),
      },
    }),
  );
  if (create.answer !== null) return <Made link={create.answer} onClose={onClose} />;
  return (
    <FormDrawer
      title={texts.createALink}
      submit={common.createLink}
      onClose={onClose}
      onSubmit={send}
      write={shown}
    >
      <TextInput
        data-autofocus
        label={texts.destinationPage}
        description={texts.aPageOnLeaveEmpty({ domain })}
        placeholder={`${siteOrigin(domain)}/pricing`}
        inputMode="url"
        autoComplete="off"
        {...form.getInputProps('page')}
      />
      <TextInput
        label={common.name}
        description={texts.theEndOfYourLink}
        placeholder={texts.exampleLink}
        autoComplete="off"
        maxLength={255}
        {...form.getInputProps('name')}
        onChange={(event) => form.setFieldValue('name', linkNameOf(event.currentTarget.value))}
      />
    </FormDrawer>
  );
}

/** The new link, to be copied at once. */
function Made({
  link: { short_link: name, referral_url: url },
  onClose,
}: {
  readonly link: Answer<'/api/partner/programs/{programId}/links', 'post'>;
  readonly onClose: () => void;
}) {
  return (
    <Drawer opened onClose={onClose} title={texts.linkCreated({ shortLink: name })}>
      <Stack gap="md">
        {url !== null && <Snippet code={url} label={common.link} copyLabel={texts.copyTheLink} wraps />}
        <Group justify="space-between">
          {url !== null && <ShareButton url={url} />}
          <Button onClick={onClose}>{texts.done}</Button>
        </Group>
      </Stack>
    </Drawer>
  );
}
