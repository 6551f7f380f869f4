import classes from './story.module.css';

/** What happened, sentence by sentence, in the words of the service. */
export function Story({ sentences }: { readonly sentences: readonly string[] }) {
  return (
    <ol className={classes.story}>
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ol>
  );
}
