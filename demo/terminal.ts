import { styleText } from 'node:util';

type Style = Parameters<typeof styleText>[0];

/** Where a person reads along: coloured and redrawn on a terminal, plain lines everywhere else. */
export interface Terminal {
  line(text?: string): void;
  /** Text in a colour, or plain where there are none. */
  paint(style: Style, text: string): string;
  /** Something that just happened, with the time. */
  event(name: string, meaning: string, options?: { readonly isFine?: boolean }): void;
  /** Shows how far something is, over the line before on a terminal; `done` and `total` are of the same unit. */
  progress(label: string, done: number, total: number): void;
}

const BAR_WIDTH = 40;
const EVENT_WIDTH = 8;

/** `stream` is standard output. Colours also heed NO_COLOR, as Node does. */
export function openTerminal(stream: NodeJS.WriteStream): Terminal {
  const paint = (style: Style, text: string) => styleText(style, text, { stream });

  function drawBar(label: string, done: number, total: number): void {
    const filled = Math.round((done / total) * BAR_WIDTH);
    const bar = paint('green', '█'.repeat(filled)) + paint('dim', '░'.repeat(BAR_WIDTH - filled));
    stream.write(`\r  ${label} ${bar} ${done} of ${total}${done === total ? '\n' : ''}`);
  }

  return {
    line: (text = '') => stream.write(`${text}\n`),
    paint,
    event(name, meaning, { isFine = true } = {}) {
      const time = paint('dim', new Date().toTimeString().slice(0, 8));
      stream.write(`${time}  ${paint(isFine ? 'green' : 'red', name.padEnd(EVENT_WIDTH))} ${meaning}\n`);
    },
    progress(label, done, total) {
      if (stream.isTTY) drawBar(label, done, total);
      else if (done === total || done % Math.ceil(total / 3) === 0) {
        stream.write(`  ${label} ${done} of ${total}\n`);
      }
    },
  };
}
