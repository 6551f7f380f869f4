import type { Plugin } from 'vite';

/**
 * Names the application's files in index.html. The entry loads them only after the texts of the page's language; without this, a
 * browser would ask for them only then.
 */
export function preloadApplication(): Plugin {
  return {
    name: 'svc-preload-application',
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle = {} }) {
        const application = Object.values(bundle).find(
          (file) => file.type === 'chunk' && file.facadeModuleId?.endsWith('/src/app.tsx'),
        );
        if (application?.type !== 'chunk') return [];
        const files = new Set<string>();
        const add = (fileName: string): void => {
          const file = bundle[fileName];
          if (file?.type !== 'chunk' || files.has(fileName)) return;
          files.add(fileName);
          file.imports.forEach(add);
        };
        add(application.fileName);
        return [...files].map((fileName) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `/${fileName}` },
          injectTo: 'head',
        }));
      },
    },
  };
}
