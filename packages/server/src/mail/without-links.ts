/** A text that somebody else chose, without what mail clients would turn into a link. */
export function withoutLinks(text: string): string {
  return text.replaceAll(/\S*(:\/\/|www\.)\S*/gi, '').trim();
}
