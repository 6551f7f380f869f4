import type { Readable, Writable } from 'node:stream';
import { styleText } from 'node:util';
import * as clack from '@clack/prompts';
import { EXIT, Failure } from './failure.js';

/** The output of a command, and its questions. */
export interface Terminal {
  /** Whether there is a person to ask. */
  readonly isInteractive: boolean;
  start(title: string): void;
  done(text: string): void;
  info(text: string): void;
  warn(text: string): void;
  end(text: string): void;
  /** What went wrong, and what to do next. */
  fail(message: string, fix: string): void;
  /** Shows that it is under way until the work ends; the work can say how far it is. */
  waiting<Value>(text: string, work: (say: (text: string) => void) => Promise<Value>): Promise<Value>;
  ask(question: Question): Promise<string>;
  askSecret(question: Question): Promise<string>;
  choose<Value extends string>(message: string, options: readonly Choice<Value>[]): Promise<Value>;
}

export interface Question {
  readonly message: string;
  readonly initialValue?: string | undefined;
  readonly placeholder?: string | undefined;
  /** Why an answer is invalid; undefined if it is valid. */
  problemOf(answer: string | undefined): string | undefined;
}

export interface Choice<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly hint?: string;
}

interface Streams {
  readonly input: Readable;
  readonly output: Writable;
}

/**
 * Text that is safe to print. It can contain names of programs, responses and user input, which must not move the cursor, set the
 * title or reverse the direction: every invisible character becomes a mark.
 */
function printable(text: string): string {
  return text.replace(/(?!\n)[\p{Cc}\p{Bidi_Control}]/gu, '\ufffd');
}

/** For a person in front of a terminal. */
export function createInteractiveTerminal(streams: Streams): Terminal {
  const output = withUsableWidth(streams.output);
  const fit = (text: string) => wrap(printable(text), output.columns - FRAME_COLUMNS);
  const fail = (message: string, fix: string) => {
    clack.log.error(fit(message), { output });
    clack.outro(fit(fix).replaceAll('\n', '\n   '), { output });
  };
  return {
    isInteractive: true,
    start: (title) => clack.intro(styleText('inverse', ` ${title} `), { output }),
    done: (text) => clack.log.success(fit(text), { output }),
    info: (text) => clack.log.info(fit(text), { output }),
    warn: (text) => clack.log.warn(fit(text), { output }),
    end: (text) => clack.outro(fit(text).replaceAll('\n', '\n   '), { output }),
    fail,
    async waiting(text, work) {
      const spinner = clack.spinner({ output, withGuide: false, onCancel: () => process.exit() });
      // On Ctrl-C and Escape, clack ends the process itself with exit code 0, as if it had succeeded.
      const onExit = () => {
        spinner.clear();
        fail('Ended before it was done', 'svc status says how far it is. Run this again whenever you like.');
        process.exitCode = EXIT.failed;
      };
      process.once('exit', onExit);
      spinner.start(text);
      try {
        return await work((progress) => spinner.message(printable(progress)));
      } finally {
        process.off('exit', onExit);
        spinner.clear();
      }
    },
    ask: async ({ message, problemOf, initialValue = '', placeholder = '' }) =>
      given(await clack.text({ ...streams, message, validate: problemOf, initialValue, placeholder })).trim(),
    askSecret: async ({ message, problemOf }) =>
      given(await clack.password({ ...streams, message, validate: problemOf })).trim(),
    choose: async <Value extends string>(message: string, options: readonly Choice<Value>[]) =>
      given(await clack.select<string>({ ...streams, message, options: [...options] })) as Value,
  };
}

/** Width of the line on the left. */
const FRAME_COLUMNS = 4;
const FEWEST_COLUMNS = 20;
const USUAL_COLUMNS = 80;

/**
 * A terminal that does not know its width reports 0. The width is corrected on the stream itself, because clack reads it there
 * too.
 */
function withUsableWidth(output: Writable): Writable & { readonly columns: number } {
  const { columns = 0 } = output as { columns?: number };
  return columns < FEWEST_COLUMNS
    ? Object.assign(output, { columns: USUAL_COLUMNS })
    : (output as Writable & { readonly columns: number });
}

/** Breaks lines between words; an address longer than a line stays whole, so that it can be clicked. */
function wrap(text: string, columns: number): string {
  const fitLine = (line: string) => {
    const [first = '', ...words] = line.split(' ');
    let length = first.length;
    return words.reduce((fitted, word) => {
      const isFull = length + 1 + word.length > columns;
      length = isFull ? word.length : length + 1 + word.length;
      return `${fitted}${isFull ? '\n' : ' '}${word}`;
    }, first);
  };
  return text.split('\n').map(fitLine).join('\n');
}

/** For pipes, logs and agents: plain lines, with failures on `errors`. */
export function createPlainTerminal(output: Writable, errors: Writable): Terminal {
  const print = (mark: string) => (text: string) => {
    output.write(`${mark}${printable(text).replaceAll('\n', `\n${' '.repeat(mark.length)}`)}\n`);
  };
  return {
    ...silentTerminal,
    done: print('ok    '),
    info: print('      '),
    warn: print('note  '),
    end: print(''),
    fail: (message, fix) => void errors.write(`svc: ${printable(message)}\n     ${printable(fix)}\n`),
  };
}

const nobodyToAsk = async (): Promise<never> => {
  throw new Error('there is nobody to ask');
};

/** For --json, which prints only the result. */
export const silentTerminal: Terminal = {
  isInteractive: false,
  start() {},
  done() {},
  info() {},
  warn() {},
  end() {},
  fail() {},
  waiting: (_, work) => work(() => undefined),
  ask: nobodyToAsk,
  askSecret: nobodyToAsk,
  choose: nobodyToAsk,
};

/** The answer. Throws if the person cancelled with Ctrl-C or Escape. */
function given(answer: string | symbol | undefined): string {
  if (typeof answer === 'string') return answer;
  throw new Failure(
    'Ended before it was done',
    'Nothing was changed. Run it again whenever you like.',
    EXIT.failed,
  );
}
