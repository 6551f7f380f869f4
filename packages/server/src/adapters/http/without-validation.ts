/**
 * For routes that read what they are sent by themselves, because the exact error matters: the schema then only
 * describes.
 */
export const withoutValidation = { validatorCompiler: () => () => true };
