import { Button, Menu, Text } from '@mantine/core';
import { IconCheck, IconSelector } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { texts } from '../texts/shell.js';
import classes from './switcher.module.css';

interface Choice {
  readonly id: number;
  readonly name: string;
  readonly note?: string;
  readonly to: string;
}

/** The same in all programs: a period, and by what a report is broken down. Filters name what belongs to one program. */
const KEPT = ['period', 'by', 'split'];
const keepView = ((search: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(search).filter(([name]) => KEPT.includes(name)))) as never;

/** Chooses the program in use. */
export function Switcher({
  current,
  label,
  choices,
  below,
}: {
  readonly current: { readonly id: string; readonly name: string };
  readonly label: string;
  readonly choices: readonly Choice[];
  /** More items of the menu. */
  readonly below?: ReactNode;
}) {
  return (
    <Menu position="bottom-start" width={280} shadow="md">
      <Menu.Target>
        <Button
          variant="subtle"
          color="gray"
          classNames={{ root: classes.button, label: classes.name }}
          aria-label={`${label}: ${current.name}`}
          rightSection={<IconSelector size={16} aria-hidden />}
        >
          {current.name}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{label}</Menu.Label>
        {choices.map(({ id, name, note, to }) => (
          <Menu.Item
            key={id}
            renderRoot={(props) => <Link to={to} search={keepView} {...props} />}
            rightSection={
              String(id) === current.id ? <IconCheck size={16} aria-label={texts.current} /> : undefined
            }
          >
            {name}
            {note !== undefined && (
              <Text size="xs" c="dimmed">
                {note}
              </Text>
            )}
          </Menu.Item>
        ))}
        {below}
      </Menu.Dropdown>
    </Menu>
  );
}
