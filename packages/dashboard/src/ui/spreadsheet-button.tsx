import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconTable } from '@tabler/icons-react';
import { addressOf, type Input, type PathOf } from '../api/client.js';
import { texts } from '../texts/ui.js';

/** Addresses of the rows of a list or a report as files. */
export interface TableFiles {
  readonly xlsx: string;
  readonly csv: string;
}

/** The files of what can be downloaded in the formats of lists. */
export function tableFiles<P extends PathOf<'get'>>(path: P, input: Input<P, 'get'>): TableFiles {
  const { query } = input as { readonly query?: object };
  const inFormat = (format: string) =>
    addressOf(path, { ...input, query: { ...query, format } } as Input<P, 'get'>);
  return { xlsx: inFormat('xlsx'), csv: inFormat('csv') };
}

/** A button that downloads a workbook, and beside it a small menu with CSV. `label`: what the rows are, where a page has several tables. */
export function SpreadsheetButton({ files, label }: { readonly files: TableFiles; readonly label?: string }) {
  return (
    <Button.Group>
      <Button
        component="a"
        href={files.xlsx}
        download
        variant="default"
        leftSection={<IconTable size={16} aria-hidden />}
      >
        {label === undefined ? texts.spreadsheet : texts.spreadsheetOf({ label })}
      </Button>
      <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <Button variant="default" px={8} aria-label={texts.otherFormats}>
            <IconChevronDown size={16} aria-hidden />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item component="a" href={files.xlsx} download>
            {texts.workbook}
          </Menu.Item>
          <Menu.Item component="a" href={files.csv} download>
            {texts.csv}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Button.Group>
  );
}
