/** A text that somebody else chose, without addresses that begin with a scheme or `www.`. A bare domain stays: companies are named like that. */
export function withoutLinks(text: string): string {
  return text.replaceAll(/\S*(:\/\/|www\.)\S*/gi, '').trim();
}
