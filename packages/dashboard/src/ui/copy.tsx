import { ActionIcon, Box, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { within } from '../language/within.js';
import { texts } from '../texts/ui.js';
import classes from './copy.module.css';
import { useRowStop } from './row-stop.js';
import { useCopy } from './use-copy.js';

/** A small button that copies a text. `label` says which: "Copy link". */
export function CopyButton({ value, label }: { readonly value: string; readonly label: string }) {
  const stop = useRowStop();
  const { isCopied, copy } = useCopy(value);
  return (
    <Tooltip label={isCopied ? texts.copied : label}>
      <ActionIcon
        {...stop}
        onClick={copy}
        aria-label={isCopied ? texts.copied : label}
        color={isCopied ? 'brand' : 'gray'}
      >
        {isCopied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
      </ActionIcon>
    </Tooltip>
  );
}

interface SnippetProps {
  readonly code: string;
  readonly label?: string;
  /** What the button says, where it is not "Copy" and the label. */
  readonly copyLabel?: string;
  /** Breaks long lines instead of scrolling, for text without spaces that people read. */
  readonly wraps?: boolean;
}

/** A piece of code or other exact text, with a button that copies it. */
export function Snippet({
  code,
  label = texts.code,
  copyLabel = texts.copy({ label: within(label) }),
  wraps = false,
}: SnippetProps) {
  return (
    <Box className={classes.snippet} data-wraps={wraps || undefined}>
      <section className={classes.code} aria-label={label}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard */}
        <pre tabIndex={0}>{code}</pre>
      </section>
      <Box className={classes.copy}>
        <CopyButton value={code} label={copyLabel} />
      </Box>
    </Box>
  );
}
