import classes from './identifier.module.css';

/** A name from somewhere else, such as a transaction's: on one line however long it is, in full on hover. */
export function Identifier({ children }: { readonly children: string }) {
  return (
    <span className={classes.identifier} title={children}>
      {children}
    </span>
  );
}
