import { Anchor, Text, type TextProps } from '@mantine/core';
import { splitAddresses } from '@svc/contract/web-addresses';

/** Text of several paragraphs that somebody wrote; web addresses in it lead to where they say. */
export function PlainText({ children, ...props }: TextProps & { readonly children: string }) {
  return (
    <Text component="div" size="sm" {...props} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
      {splitAddresses(children).map(({ text, isAddress }, index) =>
        isAddress ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same address may stand twice in it, and a text stays in order
          <Anchor key={index} href={text} target="_blank" rel="noreferrer" inherit underline="always">
            {text}
          </Anchor>
        ) : (
          text
        ),
      )}
    </Text>
  );
}
