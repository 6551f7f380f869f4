// A mark at the end belongs to the sentence around the address.
const ADDRESS = /(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]])/g;

/** A piece of a text. */
export interface TextPiece {
  readonly text: string;
  /** It is the address of a web page, and can be a link that shows where it leads. */
  readonly isAddress: boolean;
}

/** A text in pieces, in order: addresses of web pages, and what is between them. */
export function splitAddresses(text: string): readonly TextPiece[] {
  return text
    .split(ADDRESS)
    .map((piece, index) => ({ text: piece, isAddress: index % 2 === 1 && URL.canParse(piece) }))
    .filter((piece) => piece.text !== '');
}
