import { expect, test } from 'vitest';
import { parseVariables, setVariable } from '../src/settings.js';

test.each([
  ['plainly', 'SVC_API_KEY=key', 'key'],
  ['with spaces and export', '  export SVC_API_KEY = key  ', 'key'],
  ['in quotes', 'SVC_API_KEY="key"', 'key'],
  ['in single quotes, with a comment', "SVC_API_KEY='key' # of the shop", 'key'],
  ['with a comment', 'SVC_API_KEY=key # of the shop', 'key'],
  ['with line ends of Windows', 'SVC_PROGRAM_ID=1\r\nSVC_API_KEY=key\r\n', 'key'],
  ['twice: the last counts', 'SVC_API_KEY=old\nSVC_API_KEY=key', 'key'],
  ['as nothing', 'SVC_API_KEY=\n', undefined],
  ['as nothing but a comment', 'SVC_API_KEY= # none', undefined],
  ['in a comment', '# SVC_API_KEY=key', undefined],
])('an env file names a variable %s', (_, text, value) => {
  expect(parseVariables(text).SVC_API_KEY).toBe(value);
});

test('setting a variable leaves every other line as it is', () => {
  const name = 'PROCESSOR_CONNECTED_ACCOUNT_ID';
  expect(setVariable('# ours\nexport A=1', name, 'acct_1')).toBe(`# ours\nexport A=1\n${name}=acct_1\n`);
  expect(setVariable(`${name}=old\n\nA=1\n`, name, 'acct_1')).toBe(`${name}=acct_1\n\nA=1\n`);
  expect(setVariable('', name, 'acct_1')).toBe(`${name}=acct_1\n`);
});
