import { describe, expect, test } from 'vitest';
import { findInlineTexts } from './inline-texts.js';

const find = (content: string) => findInlineTexts('component.tsx', content);

describe('texts in components', () => {
  test.each([
    ['between tags', '<p>Save</p>', '1: Save'],
    ['in an attribute that people read', '<input placeholder="name" />', '1: name'],
    ['in a field that people read', "const column = { header: 'sum' };", '1: sum'],
    ['in any other place, as a capitalised word', "const done = isNew ? 'Created' : '';", '1: Created'],
    ['in any other place, as several words', "notify('all is well');", '1: all is well'],
    ['around an expression', ['const text = `Paid by $', '{name}`;'].join(''), '1: Paid by …'],
  ])('are found %s', (_where, content, expected) => {
    expect(find(content)).toEqual([expected]);
  });

  test.each([
    ['texts of the catalogue', '<p title={texts.save}>{texts.saved(name)}</p>'],
    ['code', '<code>svc_click_id</code>'],
    ['examples of addresses', '<input placeholder="acme.example" />'],
    ['names of types and modules', "import { A } from 'Some module'; type B = 'Ready now';"],
    ['values that are compared', "if (event.key === 'Escape') close();"],
    ['styles', `<p className="Some name" style={{ flex: 'Some value' }} />`],
    ['messages for developers', "throw new Error('Unknown chart kind');"],
    ['signs without words', '<p>{a} · {b}</p>'],
  ])('are not confused with %s', (_what, content) => {
    expect(find(content)).toEqual([]);
  });
});
