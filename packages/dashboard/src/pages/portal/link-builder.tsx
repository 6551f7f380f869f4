import {
  Anchor,
  Button,
  Drawer,
  Group,
  Select,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { siteOrigin } from '@svc/contract/site';
import { IconQrcode } from '@tabler/icons-react';
import { useState } from 'react';
import { usePartnerProgram } from '../../session/session.js';
import { viewedPartner } from '../../session/viewing.js';
import { texts as breakdownTexts } from '../../texts/breakdown.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/portal.js';
import { Snippet } from '../../ui/copy.js';
import { LinkQr } from '../../ui/link-qr.js';
import { ShareButton } from '../../ui/share-button.js';
import classes from './link-builder.module.css';
import { LinkDrawer } from './link-drawer.js';
import { addressWith } from './page-url.js';
import type { UsableLink } from './partner-link.js';
import { useStanding } from './standing.js';

const UTM = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'] as const;
const SUB_IDS = ['sub1', 'sub2', 'sub3', 'sub4', 'sub5'] as const;
const EXAMPLES: Readonly<Record<string, string>> = {
  utm_source: texts.exampleSource,
  utm_medium: texts.exampleMedium,
  utm_campaign: texts.exampleCampaign,
  sub1: texts.exampleParameter,
};

type Parameter = (typeof UTM | typeof SUB_IDS)[number];
type Parameters = Readonly<Record<string, string>>;

/** Puts the address of a link together: to any page of the site, with parameters that the breakdown tells apart. */
export function LinkBuilder({
  links,
  first = links[0],
  onClose,
}: {
  readonly links: readonly UsableLink[];
  /** The link that is chosen to begin with. */
  readonly first?: UsableLink | undefined;
  readonly onClose: () => void;
}) {
  const { domain } = usePartnerProgram();
  const [linkId, setLinkId] = useState(String(first?.id));
  const [page, setPage] = useState('');
  const [parameters, setParameters] = useState<Parameters>({});
  const [isNaming, setIsNaming] = useState(false);
  const { canMakeLinks } = useStanding();
  const link = links.find(({ id }) => String(id) === linkId) ?? first;
  const address = link === undefined ? null : addressWith(link, domain, { page, parameters });
  const fields = { parameters, onChange: setParameters };
  if (isNaming) return <LinkDrawer page={page} onClose={onClose} />;
  return (
    <Drawer opened onClose={onClose} title={texts.linkBuilder}>
      <Stack gap="md">
        <Select
          label={common.link}
          placeholder={texts.chooseALink}
          data={links.map(({ id, short_link: label }) => ({ value: String(id), label }))}
          value={linkId}
          allowDeselect={false}
          searchable={links.length > 10}
          onChange={(next) => next !== null && setLinkId(next)}
        />
        <TextInput
          label={texts.destinationPage}
          description={texts.aPageOnLeaveEmptyFor({ domain })}
          placeholder={`${siteOrigin(domain)}/pricing`}
          inputMode="url"
          autoComplete="off"
          value={page}
          error={address === null && texts.enterAPageOn({ domain })}
          onChange={(event) => setPage(event.currentTarget.value)}
        />
        {canMakeLinks && viewedPartner() === null && (
          <Text size="sm">
            {texts.forALinkWithAName({
              link: (
                <Anchor
                  component="button"
                  type="button"
                  inherit
                  underline="always"
                  onClick={() => setIsNaming(true)}
                >
                  {texts.createALink}
                </Anchor>
              ),
            })}
          </Text>
        )}
        <Text size="sm" c="dimmed">
          {texts.parametersSetApart}
        </Text>
        <Fields title={texts.utmParameters} hint={texts.utmHint} names={UTM} {...fields} />
        <Fields title={texts.subIds} hint={texts.subIdsHint} names={SUB_IDS} {...fields} />
      </Stack>
      {link !== undefined && address !== null && <Preview address={address} name={link.short_link} />}
    </Drawer>
  );
}

function Fields({
  title,
  hint,
  names,
  parameters,
  onChange,
}: {
  readonly title: string;
  readonly hint: string;
  readonly names: readonly Parameter[];
  readonly parameters: Parameters;
  readonly onChange: (next: Parameters) => void;
}) {
  return (
    <section aria-label={title}>
      <Title order={3}>{title}</Title>
      <Text size="sm" c="dimmed" mb="xs">
        {hint}
      </Text>
      <SimpleGrid cols={2} spacing="sm" verticalSpacing="sm">
        {names.map((name) => (
          <TextInput
            key={name}
            label={breakdownTexts.by[name]}
            placeholder={EXAMPLES[name]}
            autoComplete="off"
            autoCapitalize="off"
            maxLength={255}
            value={parameters[name] ?? ''}
            onChange={(event) => onChange({ ...parameters, [name]: event.currentTarget.value })}
          />
        ))}
      </SimpleGrid>
    </section>
  );
}

/** What comes of it, in sight while it is put together. */
function Preview({ address, name }: { readonly address: string; readonly name: string }) {
  const [hasQr, setHasQr] = useState(false);
  return (
    <div className={classes.preview}>
      <Title order={3} mb={6}>
        {texts.yourAddress}
      </Title>
      <div className={classes.address}>
        <Snippet code={address} label={texts.yourAddress} copyLabel={texts.copyTheLink} wraps />
      </div>
      <Group gap="xs" mt="xs">
        <ShareButton url={address} size="xs" />
        <Button
          variant="default"
          size="xs"
          leftSection={<IconQrcode size={16} aria-hidden />}
          aria-expanded={hasQr}
          onClick={() => setHasQr(!hasQr)}
        >
          {hasQr ? texts.hideQrCode : texts.showQrCode}
        </Button>
      </Group>
      {hasQr && (
        <div className={classes.qr}>
          <LinkQr url={address} name={name} />
        </div>
      )}
    </div>
  );
}
