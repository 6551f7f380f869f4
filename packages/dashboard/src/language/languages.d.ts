declare module 'virtual:languages' {
  /** For each language but English, what loads its texts: by file of `texts/`, as the build has compiled them. */
  const languages: Readonly<
    Record<Exclude<import('@svc/contract').Language, 'en'>, () => Promise<Readonly<Record<string, unknown>>>>
  >;
  export default languages;
}
