import { ActionIcon, Menu, Tooltip, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconMoon, IconSun } from '@tabler/icons-react';
import { texts } from '../texts/shell.js';

/** Light or dark; remembered in this browser, and the system's until somebody chooses. */
function useOtherScheme() {
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const next = scheme === 'dark' ? 'light' : 'dark';
  return {
    label: texts.switchToMode({ next }),
    Icon: scheme === 'dark' ? IconSun : IconMoon,
    choose: () => setColorScheme(next),
  };
}

/** Switches between light and dark. */
export function ColorSchemeToggle({ visibleFrom }: { readonly visibleFrom?: 'xs' }) {
  const { label, Icon, choose } = useOtherScheme();
  return (
    <Tooltip label={label}>
      <ActionIcon size="lg" onClick={choose} aria-label={label} {...(visibleFrom && { visibleFrom })}>
        <Icon size={18} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

/** The same in a menu, on screens where the header has no room for it. */
export function ColorSchemeItem() {
  const { label, Icon, choose } = useOtherScheme();
  return (
    <Menu.Item hiddenFrom="xs" leftSection={<Icon size={16} aria-hidden />} onClick={choose}>
      {label}
    </Menu.Item>
  );
}
