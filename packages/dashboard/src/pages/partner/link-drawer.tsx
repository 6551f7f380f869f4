import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useWrite } from '../../api/use-write.js';
import { usePartnerProgram, useProgramId } from '../../session/session.js';
import { FormDrawer } from '../../ui/form-drawer.js';

/** What somebody typed as a page of the site, in full; null for the start page. "/pricing" and "shop.test/pricing" do. */
function pageOf(typed: string, domain: string): string | null {
  const page = typed.trim();
  if (page === '') return null;
  if (page.startsWith('/')) return `https://${domain}${page}`;
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(page) ? page : `https://${page}`;
}

/** Makes a link to the program's site. */
export function LinkDrawer({ onClose }: { readonly onClose: () => void }) {
  const programId = useProgramId();
  const { domain } = usePartnerProgram();
  const form = useForm({ initialValues: { page: '', name: '' } });
  const create = useWrite('post', '/api/partner/programs/{programId}/links', {
    done: ({ short_link }) => `The link ${short_link} is ready`,
    showsError: true,
    onDone: onClose,
  });
  const send = form.onSubmit(({ page, name }) =>
    create.send({
      path: { programId },
      body: {
        destination_url: pageOf(page, domain),
        ...(name.trim() !== '' && { short_link: name.trim() }),
      },
    }),
  );
  return (
    <FormDrawer title="Make a link" submit="Make the link" onClose={onClose} onSubmit={send} write={create}>
      <TextInput
        data-autofocus
        label="Page it leads to"
        description={`A page of ${domain}. Leave it empty for the start page.`}
        placeholder={`https://${domain}/pricing`}
        inputMode="url"
        autoComplete="off"
        {...form.getInputProps('page')}
      />
      <TextInput
        label="Name"
        description="Stands at the end of the link, without spaces. Leave it empty and one is made up."
        placeholder="spring-newsletter"
        autoComplete="off"
        maxLength={255}
        {...form.getInputProps('name')}
      />
    </FormDrawer>
  );
}
