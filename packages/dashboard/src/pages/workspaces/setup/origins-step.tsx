import { Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { siteOrigin } from '@svc/contract/site';
import { useWrite } from '../../../api/use-write.js';
import type { Program } from '../../../session/session.js';
import { texts } from '../../../texts/workspaces.js';
import { Form } from '../../../ui/form-drawer.js';
import { LinkButton } from '../../../ui/links.js';
import { PageHeader } from '../../../ui/page-header.js';
import { useGoTo } from './use-step.js';

/** What stands before the first slash. */
function hostIn(line: string): string {
  return line.replace(/\/.*$/, '');
}

/** An address as a browser names the site of a page; null where it is none. */
function parseOrigin(line: string): string | null {
  const address = /^https?:\/\//i.test(line)
    ? line
    : `${siteOrigin(hostIn(line))}${line.slice(hostIn(line).length)}`;
  return URL.canParse(address) && !/[\s*]/.test(line) ? new URL(address).origin : null;
}

function nonEmptyLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function suggestionFor({ allowed_origins: origins, domain }: Program): string {
  if (origins.length > 0) return origins.join('\n');
  const isBare = domain.split('.').length === 2 && !domain.includes(':');
  return [siteOrigin(domain), ...(isBare ? [`https://www.${domain}`] : [])].join('\n');
}

/** From which sites browsers may report clicks and leads. */
export function OriginsStep({ program }: { readonly program: Program }) {
  const goTo = useGoTo();
  const programId = String(program.id);
  const form = useForm({
    initialValues: { origins: suggestionFor(program) },
    validate: {
      origins: (text) => {
        const wrong = nonEmptyLines(text).find((line) => parseOrigin(line) === null);
        if (wrong !== undefined) return texts.isNotAValidUrl({ wrong });
        return nonEmptyLines(text).length === 0 ? texts.enterAtLeastOneUrl : null;
      },
    },
  });
  const save = useWrite('patch', '/api/programs/{programId}', {
    showsError: true,
    onDone: () => goTo({ step: 'partner', program: programId }),
  });
  return (
    <>
      <PageHeader title={texts.yourSites} description={texts.onlyTheseSitesCanReport} isTopLevel />
      <Form
        submit={texts.continue}
        write={save}
        extra={
          <LinkButton to="/p/$programId/overview" params={{ programId }} variant="subtle" mr="auto" px={0}>
            {texts.finishLater}
          </LinkButton>
        }
        onSubmit={form.onSubmit(({ origins }) =>
          save.send({
            path: { programId },
            body: {
              allowed_origins: [
                ...new Set(nonEmptyLines(origins).flatMap((line) => parseOrigin(line) ?? [])),
              ],
            },
          }),
        )}
      >
        <Textarea
          label={texts.yourSitesURLs}
          description={texts.onePerLineIncludeEvery}
          autosize
          minRows={3}
          spellCheck={false}
          required
          {...form.getInputProps('origins')}
        />
      </Form>
    </>
  );
}
