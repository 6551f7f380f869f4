// What scripts/generate-email-layout.ts uses of MJML, which comes without types.
declare module 'mjml-core' {
  interface Options {
    readonly presets: readonly unknown[];
    readonly keepComments: boolean;
    /** Names of web fonts and their addresses. */
    readonly fonts: Readonly<Record<string, string>>;
  }
  interface Compiled {
    readonly html: string;
    readonly errors: readonly { readonly formattedMessage: string }[];
  }
  const module: { default(mjml: string, options: Options): Promise<Compiled> };
  export default module;
}

declare module 'mjml-preset-core' {
  const preset: unknown;
  export default preset;
}
