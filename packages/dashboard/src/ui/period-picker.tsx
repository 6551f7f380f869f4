import {
  Button,
  type ButtonProps,
  Divider,
  Group,
  Popover,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCalendar } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import {
  earlierMonths,
  formatPeriod,
  type PeriodText,
  PRESETS,
  type Preset,
  readPeriod,
} from '../format/period.js';
import { texts } from '../texts/ui.js';

/** Chooses the days to look at; keep its value with `usePeriod`. Days are those of UTC, as the totals of the service are. */
export function PeriodPicker({
  value,
  onChange,
}: {
  readonly value: PeriodText;
  readonly onChange: (value: PeriodText) => void;
}) {
  const [isOpen, { toggle, close }] = useDisclosure(false);
  const days = readPeriod(value);
  const months = earlierMonths();
  const name =
    PRESETS[value as Preset] ??
    months.find((month) => month.value === value)?.label ??
    (days && formatPeriod(days));
  const choose = (next: PeriodText) => {
    onChange(next);
    close();
  };
  return (
    <Popover
      opened={isOpen}
      onChange={close}
      onDismiss={close}
      position="bottom-end"
      trapFocus
      returnFocus
      shadow="md"
    >
      <Stack gap={2} align="flex-end" maw={280}>
        <Popover.Target>
          <Button variant="default" leftSection={<IconCalendar size={16} aria-hidden />} onClick={toggle}>
            {name}
          </Button>
        </Popover.Target>
        <Text size="xs" c="dimmed" ta="right">
          {texts.countedOn}
        </Text>
      </Stack>
      <Popover.Dropdown aria-label={texts.period}>
        <Stack gap={4}>
          <SimpleGrid cols={{ base: 2, xs: 1 }} spacing={4} verticalSpacing={4}>
            {Object.entries(PRESETS).map(([preset, label]) => (
              <Choice key={preset} isChosen={preset === value} onChoose={() => choose(preset as Preset)}>
                {label}
              </Choice>
            ))}
          </SimpleGrid>
          <Divider my="xs" />
          <SimpleGrid cols={3} spacing={4} verticalSpacing={4}>
            {months.map(({ value: month, short }) => (
              <Choice key={month} isChosen={month === value} onChoose={() => choose(month)} size="compact-sm">
                {short}
              </Choice>
            ))}
          </SimpleGrid>
          <Divider my="xs" />
          {/* Mounted whenever it opens, so that dates typed but not chosen are discarded. */}
          <CustomPeriod key={String(isOpen)} from={days?.from ?? ''} to={days?.to ?? ''} onChoose={choose} />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

/** One of the periods that a click chooses. */
function Choice({
  isChosen,
  onChoose,
  ...button
}: ButtonProps & {
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}) {
  return (
    <Button
      variant={isChosen ? 'light' : 'subtle'}
      color={isChosen ? undefined : 'gray'}
      c={isChosen ? undefined : 'var(--mantine-color-text)'}
      justify="flex-start"
      aria-pressed={isChosen}
      onClick={onChoose}
      {...button}
    />
  );
}

function CustomPeriod(props: {
  readonly from: string;
  readonly to: string;
  readonly onChoose: (value: PeriodText) => void;
}) {
  const [from, setFrom] = useState(props.from);
  const [to, setTo] = useState(props.to);
  const isPossible = readPeriod(`${from}..${to}`) !== null;
  const submitPeriod = (event: FormEvent) => {
    event.preventDefault();
    if (isPossible) props.onChoose(`${from}..${to}`);
  };
  return (
    <form onSubmit={submitPeriod}>
      <Group gap="xs" wrap="nowrap">
        <TextInput
          type="date"
          size="xs"
          label={texts.from}
          value={from}
          onChange={(event) => setFrom(event.currentTarget.value)}
        />
        <TextInput
          type="date"
          size="xs"
          label={texts.to}
          value={to}
          onChange={(event) => setTo(event.currentTarget.value)}
        />
      </Group>
      <Group justify="space-between" mt="xs">
        <Text size="xs" c="dimmed">
          {texts.daysInUtc}
        </Text>
        <Button type="submit" size="xs" disabled={!isPossible}>
          {texts.show}
        </Button>
      </Group>
    </form>
  );
}
