import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { siteOrigin } from '@svc/contract/site';
import { useWrite } from '../../../api/use-write.js';
import type { Program } from '../../../session/session.js';
import { common } from '../../../texts/common.js';
import { texts } from '../../../texts/workspaces.js';
import { Form } from '../../../ui/form-drawer.js';
import { LinkButton } from '../../../ui/links.js';
import { PageHeader } from '../../../ui/page-header.js';
import { useGoTo } from './use-step.js';

/** Invites the first partner, with a link. */
export function PartnerStep({ program }: { readonly program: Program }) {
  const goTo = useGoTo();
  const programId = String(program.id);
  const form = useForm({
    initialValues: { name: '', email: '', shortLink: '' },
    validate: {
      name: (name) => (name.trim() === '' ? common.enterAName : null),
      email: (email) => (/^\S+@\S+$/.test(email.trim()) ? null : common.enterAnEmailAddress),
      shortLink: (link) => (link.trim() === '' || /\s/.test(link.trim()) ? texts.enterASingleWordSuch : null),
    },
  });
  const invite = useWrite('post', '/api/programs/{programId}/partners', {
    showsError: true,
    onDone: () => goTo({ step: 'done', program: programId }),
  });
  return (
    <>
      <PageHeader
        title={texts.yourFirstPartner}
        description={texts.someoneWhoKnowsYourCustomers}
        isTopLevel
      />
      <Form
        submit={texts.invite}
        write={invite}
        extra={
          <LinkButton
            to="/setup"
            search={{ step: 'done', program: programId }}
            variant="subtle"
            mr="auto"
            px={0}
          >
            {texts.doThisLater}
          </LinkButton>
        }
        onSubmit={form.onSubmit(({ name, email, shortLink }) =>
          invite.send({
            path: { programId },
            body: { name: name.trim(), email: email.trim(), short_link: shortLink.trim() },
          }),
        )}
      >
        <TextInput label={common.name} required {...form.getInputProps('name')} />
        <TextInput
          type="email"
          label={common.email}
          description={texts.youCanUseYourOwn}
          required
          {...form.getInputProps('email')}
        />
        <TextInput
          label={texts.firstLink}
          description={texts.aShortNameHttpsAff({
            origin: siteOrigin(program.domain),
            shortLink: form.values.shortLink.trim() || 'jane',
          })}
          autoComplete="off"
          required
          {...form.getInputProps('shortLink')}
        />
      </Form>
    </>
  );
}
