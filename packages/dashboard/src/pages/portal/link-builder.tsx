import { Drawer, Select, Stack, Text, TextInput, Title } from '@mantine/core';
import { siteOrigin } from '@svc/contract/site';
import { useState } from 'react';
import { usePartnerProgram } from '../../session/session.js';
import { common } from '../../texts/common.js';
import { texts } from '../../texts/portal.js';
import { Snippet } from '../../ui/copy.js';
import { addressWith } from './page-url.js';
import type { UsableLink } from './partner-link.js';

const PARAMETERS = ['sub1', 'sub2', 'sub3', 'sub4', 'sub5'] as const;

/** Puts the address of a link together: to any page of the site, with parameters that the breakdown tells apart. */
export function LinkBuilder({
  links,
  onClose,
}: {
  readonly links: readonly UsableLink[];
  readonly onClose: () => void;
}) {
  const { domain } = usePartnerProgram();
  const [linkId, setLinkId] = useState(String(links[0]?.id));
  const [page, setPage] = useState('');
  const [parameters, setParameters] = useState<Readonly<Record<string, string>>>({});
  const link = links.find(({ id }) => String(id) === linkId) ?? links[0];
  const address = link === undefined ? null : addressWith(link, domain, { page, parameters });
  return (
    <Drawer opened onClose={onClose} title={texts.linkBuilder}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {texts.parametersSetApart}
        </Text>
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
        {PARAMETERS.map((name) => (
          <TextInput
            key={name}
            label={name}
            placeholder={name === 'sub1' ? texts.exampleParameter : undefined}
            autoComplete="off"
            maxLength={255}
            value={parameters[name] ?? ''}
            onChange={(event) => setParameters({ ...parameters, [name]: event.currentTarget.value })}
          />
        ))}
        {address !== null && (
          <div>
            <Title order={3} mb={6}>
              {texts.yourAddress}
            </Title>
            <Snippet code={address} label={texts.yourAddress} wraps />
          </div>
        )}
      </Stack>
    </Drawer>
  );
}
