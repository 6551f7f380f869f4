import { Alert, Card, Radio, Stack, TagsInput, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { type Program, useProgram } from '../../session/session.js';
import { texts } from '../../texts/programs.js';
import { TextLink } from '../../ui/links.js';
import { SectionTitle } from '../../ui/section-title.js';

/** The name of each choice. */
export const LINK_STYLES: Readonly<Record<Program['link_style'], string>> = texts.linkStyles;

/** What the form has of links. */
export interface LinkValues {
  linkStyle: Program['link_style'];
  linkDomains: string[];
  linkParameters: string[];
  fallbackUrl: string;
}

/** The part of the form's values that comes from the program. */
export function linkValuesOf(program: Program): LinkValues {
  return {
    linkStyle: program.link_style,
    linkDomains: [...program.link_domains],
    linkParameters: [...program.link_parameters],
    fallbackUrl: program.fallback_url ?? '',
  };
}

/** The part of the request that comes from the form's values. */
export function linkFieldsOf({ linkStyle, linkDomains, linkParameters, fallbackUrl }: LinkValues) {
  return {
    link_style: linkStyle,
    link_domains: linkDomains,
    link_parameters: linkParameters,
    fallback_url: fallbackUrl.trim() === '' ? null : fallbackUrl.trim(),
  };
}

const SEPARATORS = [',', ' '];

/** Names saved link domains that another workspace uses. */
function UnprovenDomains({ domains }: { readonly domains: readonly string[] }) {
  const { id, hosts } = useProgram();
  const unproven = hosts.filter(({ host, status }) => status === 'unproven' && domains.includes(host));
  if (unproven.length === 0) return null;
  return (
    <Alert color="yellow">
      {texts.unprovenDomains({ hosts: unproven.map(({ host }) => host).join(', ') })}{' '}
      <TextLink to="/p/$programId/settings/origins" params={{ programId: String(id) }}>
        {texts.hosts}
      </TextLink>
    </Alert>
  );
}

/** Chooses which addresses partners hand out, and from where links are served. */
export function LinkSettings<Values extends LinkValues>({
  form,
}: {
  readonly form: UseFormReturnType<Values>;
}) {
  return (
    <Card>
      <Stack gap="md">
        <SectionTitle id="partner-links">{texts.partnerLinks}</SectionTitle>
        <Radio.Group label={texts.partnersHandOut} {...form.getInputProps('linkStyle')}>
          <Stack gap="sm" mt="sm">
            <Radio value="direct" label={LINK_STYLES.direct} description={texts.directLinks} />
            <Radio value="redirect" label={LINK_STYLES.redirect} description={texts.redirectLinks} />
          </Stack>
        </Radio.Group>
        <TagsInput
          label={texts.linkDomains}
          description={texts.linksAreServedAt}
          splitChars={SEPARATORS}
          maxTags={20}
          {...form.getInputProps('linkDomains')}
        />
        <UnprovenDomains domains={form.values.linkDomains} />
        <TextInput
          label={texts.fallbackAddress}
          description={texts.whereLinksLead}
          type="url"
          {...form.getInputProps('fallbackUrl')}
        />
        <TagsInput
          label={texts.linkParameters}
          description={texts.parametersOfYourFormer}
          splitChars={SEPARATORS}
          maxTags={10}
          {...form.getInputProps('linkParameters')}
        />
      </Stack>
    </Card>
  );
}
