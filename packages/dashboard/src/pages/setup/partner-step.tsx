import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useWrite } from '../../api/use-write.js';
import type { Program } from '../../session/session.js';
import { Form } from '../../ui/form-drawer.js';
import { LinkButton } from '../../ui/links.js';
import { PageHeader } from '../../ui/page-header.js';
import { useGoTo } from './use-step.js';

/** Invites the first partner, with a link. */
export function PartnerStep({ program }: { readonly program: Program }) {
  const goTo = useGoTo();
  const programId = String(program.id);
  const form = useForm({
    initialValues: { name: '', email: '', shortLink: '' },
    validate: {
      name: (name) => (name.trim() === '' ? 'Write a name' : null),
      email: (email) => (/^\S+@\S+$/.test(email.trim()) ? null : 'Write an email address'),
      shortLink: (link) =>
        link.trim() === '' || /\s/.test(link.trim()) ? 'Write one word, such as jane' : null,
    },
  });
  const invite = useWrite('post', '/api/programs/{programId}/partners', {
    showsError: true,
    onDone: () => goTo({ step: 'done', program: programId }),
  });
  return (
    <>
      <PageHeader
        title="Your first partner"
        description="Somebody who knows your customers. They get a mail, and a link that tells you who came through them."
        isTopLevel
      />
      <Form
        submit="Invite"
        write={invite}
        extra={
          <LinkButton to="/p/$programId/integration" params={{ programId }} variant="subtle" mr="auto" px={0}>
            Do this later
          </LinkButton>
        }
        onSubmit={form.onSubmit(({ name, email, shortLink }) =>
          invite.send({
            path: { programId },
            body: { name: name.trim(), email: email.trim(), short_link: shortLink.trim() },
          }),
        )}
      >
        <TextInput label="Name" required {...form.getInputProps('name')} />
        <TextInput
          type="email"
          label="Email"
          description="To try things out, your own will do."
          required
          {...form.getInputProps('email')}
        />
        <TextInput
          label="First link"
          description={`A short word: https://${program.domain}/?aff=${form.values.shortLink.trim() || 'jane'}`}
          autoComplete="off"
          required
          {...form.getInputProps('shortLink')}
        />
      </Form>
    </>
  );
}
