import { Avatar, Menu, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import {
  IconBell,
  IconBuilding,
  IconCheck,
  IconHeartHandshake,
  IconLogout,
  IconUser,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { auth } from '../api/auth.js';
import { useAction, useWrite } from '../api/use-write.js';
import { currentLanguage } from '../language/current.js';
import { LANGUAGES, nameOfLanguage, switchLanguage } from '../language/language.js';
import { leave } from '../session/leave.js';
import { useMe } from '../session/session.js';
import { texts } from '../texts/shell.js';
import { ColorSchemeItem } from './color-scheme-toggle.js';

/** Who is signed in, the workspaces, the partner portal for people who have both, and the way out. */
export function AccountMenu() {
  const { user, workspaces, is_partner: isPartner } = useMe();
  const signOut = useAction(() => leave(auth.signOut));
  return (
    <Menu position="bottom-end" width={300} shadow="md">
      <Menu.Target>
        <UnstyledButton>
          <VisuallyHidden>{texts.accountMenuFor({ name: user.name })}</VisuallyHidden>
          <Avatar aria-hidden name={user.name} color="brand" size={34} radius="xl" variant="filled" />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Text px="sm" pt="xs" size="sm" fw={600}>
          {user.name}
        </Text>
        <Text px="sm" pb="xs" size="xs" c="dimmed">
          {user.email}
        </Text>
        <Menu.Divider />
        {workspaces.map(({ id, name }) => (
          <Menu.Item
            key={id}
            leftSection={<IconBuilding size={16} aria-hidden />}
            renderRoot={(props) => (
              <Link to="/w/$workspaceId" params={{ workspaceId: String(id) }} {...props} />
            )}
          >
            {name}
          </Menu.Item>
        ))}
        {isPartner && (
          <Menu.Item
            leftSection={<IconHeartHandshake size={16} aria-hidden />}
            renderRoot={(props) => <Link to="/partner" {...props} />}
          >
            {texts.myPartnerPrograms}
          </Menu.Item>
        )}
        <Menu.Divider />
        <Languages />
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconUser size={16} aria-hidden />}
          renderRoot={(props) => <Link to="/account" {...props} />}
        >
          {texts.accountAndSecurity}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconBell size={16} aria-hidden />}
          renderRoot={(props) => <Link to="/account/notifications" {...props} />}
        >
          {texts.notificationSettings}
        </Menu.Item>
        <ColorSchemeItem />
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => signOut.send(undefined)}>
          {texts.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** The languages there are, to choose one. */
function Languages() {
  const choose = useWrite('patch', '/api/me');
  return (
    <>
      <Menu.Label>{texts.language}</Menu.Label>
      {LANGUAGES.map((language) => (
        <Menu.Item
          key={language}
          lang={language}
          aria-current={language === currentLanguage() || undefined}
          leftSection={<IconCheck size={16} aria-hidden opacity={language === currentLanguage() ? 1 : 0} />}
          fw={language === currentLanguage() ? 600 : 400}
          onClick={async () => {
            // Loading the page again would cut the request off.
            const chosen = await choose.sendAndWait({ body: { language } });
            if (chosen !== null) switchLanguage(language);
          }}
        >
          {nameOfLanguage(language)}
        </Menu.Item>
      ))}
    </>
  );
}
