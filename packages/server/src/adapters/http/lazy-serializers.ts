import {
  type Serializer,
  type SerializerFactory,
  SerializerSelector,
} from '@fastify/fast-json-stringify-compiler';

/**
 * Serializers of answers that are compiled when a route first answers with that status: most never do, and compiling all
 * of them would be a third of the time a start takes.
 */
export function lazySerializers(): SerializerFactory {
  const createCompiler = SerializerSelector();
  return (schemas, options) => {
    const compile = createCompiler(schemas, options);
    return (route) => {
      let serialize: Serializer | undefined;
      return (answer) => {
        serialize ??= compile(route);
        return serialize(answer);
      };
    };
  };
}
