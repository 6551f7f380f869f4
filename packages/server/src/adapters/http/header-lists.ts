/** Whether a header's list has this entry, whatever is said behind it. */
export function lists(list: string | undefined, entry: string): boolean {
  return list?.split(',').some((one) => one.split(';')[0]?.trim() === entry) ?? false;
}

/** Whether an accept-encoding header takes this form: it is listed, and not with a weight of zero. */
export function acceptsForm(header: string | undefined, form: string): boolean {
  return (
    header?.split(',').some((one) => {
      const [name, ...rest] = one.split(';').map((part) => part.trim());
      return name === form && !rest.some((part) => /^q=0(\.0*)?$/.test(part));
    }) ?? false
  );
}
