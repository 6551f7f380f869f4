import { ActionIcon, Box, CopyButton as Copied, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import classes from './copy.module.css';

/** A small button that copies a text. `label` says which: "Copy link". */
export function CopyButton({ value, label }: { readonly value: string; readonly label: string }) {
  return (
    <Copied value={value} timeout={2000}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? 'Copied' : label}>
          <ActionIcon onClick={copy} aria-label={copied ? 'Copied' : label} color={copied ? 'brand' : 'gray'}>
            {copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
          </ActionIcon>
        </Tooltip>
      )}
    </Copied>
  );
}

/** A piece of code, or anything to be taken over exactly, with a button that copies it. */
export function Snippet({ code, label = 'Code' }: { readonly code: string; readonly label?: string }) {
  return (
    <Box className={classes.snippet}>
      <section className={classes.code} aria-label={label}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard */}
        <pre tabIndex={0}>{code}</pre>
      </section>
      <Box className={classes.copy}>
        <CopyButton value={code} label={`Copy ${label.toLowerCase()}`} />
      </Box>
    </Box>
  );
}
